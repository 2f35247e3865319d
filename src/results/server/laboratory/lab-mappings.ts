import { byOf, type StaffMember } from '#core/server/caller.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { LabMapping } from '#results/rules/lab-mapping.ts'
import { type PreviewLine, previewOf } from '#results/rules/lab-preview.ts'
import { readLabText } from '#results/rules/lab-text.ts'
import {
  findLaboratory,
  insertMapping,
  type Laboratory,
  listLaboratories,
  listMappings,
  lockLaboratory,
} from '#results/server/database/lab-mappings.ts'
import { type LabFile, openLabFile } from '#results/server/laboratory/lab-file.ts'

/** How a mapping reads a sample file. Nothing of the file is stored. */
export type Preview = {
  readonly lines: readonly PreviewLine[]
  /** Why the file would be refused. */
  readonly problems: readonly string[]
  readonly rowCount: number
  readonly skipped: number
  readonly otherTests: number
  readonly faults: LabFile['faults']
}

const NOTHING = { rowCount: 0, skipped: 0, otherTests: 0, faults: {} }

async function preview(name: string, mapping: LabMapping, bytes: Buffer): Promise<Preview> {
  const read = readLabText(bytes, mapping)
  if ('problem' in read) return { ...NOTHING, lines: [], problems: [read.problem] }
  const lines = previewOf(read.text, mapping)
  const opened = await openLabFile(read.text, { name, mapping })
  if (!opened.ok) {
    const problems = opened.faults.map(({ line, problem }) => `Line ${line}: ${problem}.`)
    return { ...NOTHING, lines, problems }
  }
  const { rowCount, skipped, otherTests, faults } = opened.file
  return { lines, problems: [], rowCount, skipped, otherTests, faults }
}

type NewVersion = {
  readonly id: string
  readonly laboratory: Laboratory
  /** The mapping in force when the form was made. */
  readonly basedOn: string | null
  /** Null: from now on. */
  readonly validFrom: Date | null
  readonly mapping: LabMapping
}

/** How each laboratory writes its files (LAB-02): dated versions, edited by a coordinator. */
export const labMappingsService = ({ database }: { readonly database: Database }) => ({
  list: () => listLaboratories(database),
  find: (labId: number) => findLaboratory(database, { labId }),
  versions: (labId: number) => listMappings(database, labId),
  preview,

  /** Adds a version. 'changed': another version came into force since the form was made. */
  async save(member: StaffMember, version: NewVersion): Promise<'saved' | 'changed'> {
    const by = byOf(member, 'edit-mappings')
    const { labId } = version.laboratory
    return await database.transaction(async (db) => {
      await lockLaboratory(db, labId)
      const versions = await listMappings(db, labId)
      if (versions.some(({ mappingId }) => mappingId === version.id)) return 'saved'
      const inForce = await findLaboratory(db, { labId })
      if (inForce?.mappingId !== version.basedOn) return 'changed'
      await insertMapping(db, { ...version, labId, by })
      await insertAudit(db, {
        actor: null,
        action: 'lab-mapping-saved',
        subject: `lab-mapping:${version.id}`,
        requestId: null,
        operator: by,
        staffId: member.staffId,
      })
      return 'saved'
    })
  },
})
