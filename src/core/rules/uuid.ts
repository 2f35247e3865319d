const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whether the text is an id as the database writes it: in lower case. */
export const isUuid = (text: string | null | undefined): text is string => UUID.test(text ?? '')
