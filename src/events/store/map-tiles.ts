import { type TileAddress, type TileSet, tilePath } from '#events/rules/map-tiles.ts'

/**
 * The bytes of a tile of our own server; undefined where there is none.
 * @throws when the server does not respond, or refuses.
 */
export async function fetchTile(
  set: TileSet,
  address: TileAddress,
): Promise<ArrayBuffer | undefined> {
  const response = await fetch(tilePath(set, address))
  if (!response.ok) throw new Error(`Tile: ${response.status}`)
  return response.status === 204 ? undefined : response.arrayBuffer()
}
