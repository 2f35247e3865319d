/** The two Studio accounts of the stand-in. */
export const EDITOR_EMAIL = 'editor@halyard.example'
export const VIEWER_EMAIL = 'viewer@halyard.example'
