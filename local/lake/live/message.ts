import type { RawData } from 'ws'
import { isRecord } from '../../../src/core/rules/record.ts'

/** A message of a WebSocket as JSON; an empty object for one that is not an object. */
export function messageOf(data: RawData): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(data))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
