/** The two who may sign in to the Studio of the stand-in. */
export const EDITOR_EMAIL = 'editor@halyard.example'
export const VIEWER_EMAIL = 'viewer@halyard.example'
