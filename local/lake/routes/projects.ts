import { mayWrite } from '../access.ts'
import { CALLERS, type Caller, TOKEN_HOLDER } from '../accounts.ts'
import { httpError } from '../errors.ts'
import { json, type LakeContext, newRoutes, requireCaller, requireDataset } from '../http.ts'
import { rolesOf } from './users.ts'

/** Project metadata for the Studio and Sanity's tools. */
export const projectRoutes = newRoutes()
  .get('/ping', () => json({ pong: true }))
  .get('/projects/:project', project)
  .get('/projects/:project/datasets', datasets)
  .get('/projects/:project/datasets/:dataset/acl', accessRules)
  .get('/projects/:project/grants', (c) => answerOwn(c, {}))
  .get('/projects/:project/roles', (c) => answerOwn(c, []))
  .get('/projects/:project/features', (c) => answerOwn(c, []))
  .get('/projects/:project/user-applications', (c) => answerOwn(c, []))
  .get('/features', () => json([]))
  .get('/intake/telemetry-status', () => json({ status: 'denied' }))

const CREATED_AT = '2026-01-01T00:00:00.000Z'

function project(c: LakeContext): Response {
  const caller = requireProject(c)
  return json({
    id: c.var.lake.projectId,
    displayName: 'Halyard (local)',
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    isDisabledByUser: false,
    activityFeedEnabled: false,
    metadata: {},
    features: [],
    members: membersOf(caller),
    createdAt: CREATED_AT,
  })
}

function membersOf(caller: Caller) {
  return CALLERS.map(({ id, role }) => ({
    id,
    role,
    roles: rolesOf({ role }),
    isCurrentUser: id === caller.id,
    isRobot: id === TOKEN_HOLDER.id,
  }))
}

function datasets(c: LakeContext): Response {
  const { id } = requireProject(c)
  return json([
    {
      name: c.var.lake.dataset,
      aclMode: 'public',
      createdAt: CREATED_AT,
      createdByUserId: id,
      tags: [],
      datasetProfile: '',
    },
  ])
}

const READING = ['read', 'history']
const WRITING = [...READING, 'create', 'update', 'editHistory', 'manage']

/** The Studio uses this to decide which fields are editable. */
function accessRules(c: LakeContext): Response {
  const caller = requireProject(c)
  requireDataset(c)
  const permissions = mayWrite(caller) ? WRITING : READING
  return json([{ filter: '_id in path("**")', permissions }])
}

function answerOwn(c: LakeContext, value: unknown): Response {
  requireProject(c)
  return json(value)
}

function requireProject(c: LakeContext): Caller {
  const caller = requireCaller(c)
  const id = c.req.param('project')
  if (id !== c.var.lake.projectId) throw httpError(404, `Project "${id}" not found`)
  return caller
}
