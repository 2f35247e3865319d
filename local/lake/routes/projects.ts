import type { Caller } from '../access.ts'
import { httpError } from '../errors.ts'
import { json, type Reply } from '../http.ts'
import { type Call, type Route, requireCaller } from '../router.ts'

/** What clients ask about the project and about themselves. */
export const projectRoutes: readonly Route[] = [
  { method: 'GET', path: '/ping', handle: () => json({ pong: true }) },
  { method: 'GET', path: '/users/me', handle: (call) => json(asUser(requireCaller(call))) },
  { method: 'GET', path: '/auth/id', handle: (call) => json({ id: requireCaller(call).id }) },
  { method: 'GET', path: '/projects/:project', handle: project },
  { method: 'GET', path: '/projects/:project/datasets', handle: datasets },
]

const CREATED_AT = '2026-01-01T00:00:00.000Z'

function asUser(caller: Caller) {
  return {
    ...caller,
    roles: [{ name: caller.role, title: caller.role, description: '' }],
    provider: 'local',
    profileImage: null,
  }
}

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
    members: [{ id, role, roles: asUser(caller).roles, isCurrentUser: true, isRobot: false }],
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

function requireProject(call: Call): Caller {
  const caller = requireCaller(call)
  const { project: id } = call.params
  if (id !== call.lake.projectId) throw httpError(404, `Project "${id}" not found`)
  return caller
}
