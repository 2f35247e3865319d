import { mayWrite } from '../access.ts'
import type { Caller } from '../caller.ts'
import { httpError } from '../errors.ts'
import { json, type Reply } from '../http.ts'
import { type Call, type Route, requireCaller, requireDataset } from '../router.ts'
import { rolesOf } from './users.ts'

/** What clients ask about the project. */
export const projectRoutes: readonly Route[] = [
  { method: 'GET', path: '/ping', handle: () => json({ pong: true }) },
  { method: 'GET', path: '/projects/:project', handle: project },
  { method: 'GET', path: '/projects/:project/datasets', handle: datasets },
  { method: 'GET', path: '/projects/:project/datasets/:dataset/acl', handle: accessRules },
  { method: 'GET', path: '/projects/:project/grants', handle: (call) => answerOwn(call, {}) },
  { method: 'GET', path: '/projects/:project/roles', handle: (call) => answerOwn(call, []) },
  { method: 'GET', path: '/projects/:project/features', handle: (call) => answerOwn(call, []) },
  {
    method: 'GET',
    path: '/projects/:project/user-applications',
    handle: (call) => answerOwn(call, []),
  },
  { method: 'GET', path: '/features', handle: () => json([]) },
  { method: 'GET', path: '/intake/telemetry-status', handle: () => json({ status: 'denied' }) },
]

const CREATED_AT = '2026-01-01T00:00:00.000Z'

function project(call: Call): Reply {
  const caller = requireProject(call)
  const { id, role } = caller
  return json({
    id: call.lake.projectId,
    displayName: 'Halyard (local)',
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    isDisabledByUser: false,
    activityFeedEnabled: false,
    metadata: {},
    features: [],
    members: [{ id, role, roles: rolesOf(caller), isCurrentUser: true, isRobot: false }],
    createdAt: CREATED_AT,
  })
}

function datasets(call: Call): Reply {
  const { id } = requireProject(call)
  return json([
    {
      name: call.lake.dataset,
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

/** What the Studio goes by when it offers a field to be edited. */
function accessRules(call: Call): Reply {
  const caller = requireProject(call)
  requireDataset(call)
  const permissions = mayWrite(caller) ? WRITING : READING
  return json([{ filter: '_id in path("**")', permissions }])
}

function answerOwn(call: Call, value: unknown): Reply {
  requireProject(call)
  return json(value)
}

function requireProject(call: Call): Caller {
  const caller = requireCaller(call)
  const { project: id } = call.params
  if (id !== call.lake.projectId) throw httpError(404, `Project "${id}" not found`)
  return caller
}
