import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { DetailName } from '#account/rules/profile-form.ts'
import { $profileView, type Conflict, chooseValue } from '#account/store/profile.ts'
import { DETAIL_LABELS, PROFILE_CONFLICT } from '#account/texts/portal.ts'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { RadioGroup } from '#core/island/RadioGroup.tsx'
import { maskNhsNumber } from '#core/rules/nhs-number.ts'
import { formatShortDate, isIsoDate } from '#core/rules/time.ts'

const LABELS: Readonly<Record<DetailName, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  gender: DETAIL_LABELS.gender,
  date_of_birth: DETAIL_LABELS.dateOfBirth,
  ethnicity: DETAIL_LABELS.ethnicity,
  occupation: DETAIL_LABELS.occupation,
  phone: DETAIL_LABELS.phone,
  home_address: DETAIL_LABELS.homeAddress,
  billing_address: DETAIL_LABELS.billingAddress,
  nhs_number: DETAIL_LABELS.nhsNumber,
}

function shown(name: DetailName, value: string): string {
  if (value === '') return PROFILE_CONFLICT.empty
  if (name === 'nhs_number') return maskNhsNumber(value)
  return name === 'date_of_birth' && isIsoDate(value) ? formatShortDate(value) : value
}

/** A save was refused, because there is a newer version: both values of each detail, to choose from (PORT-03). */
export function ProfileConflicts() {
  const view = useStore($profileView)
  const box = useRef<HTMLFieldSetElement>(null)
  const conflicts = view.step === 'editing' ? view.conflicts : undefined
  const refusals = view.step === 'editing' ? (view.refusals ?? 0) : 0
  const isOpen = conflicts !== undefined

  useEffect(() => {
    if (isOpen) box.current?.focus()
  }, [isOpen])

  if (conflicts === undefined) return null
  return (
    <fieldset
      className="notice notice--warning stack"
      tabIndex={-1}
      aria-labelledby="profile-conflict"
      ref={box}
    >
      <h3 className="notice__title" id="profile-conflict">
        {PROFILE_CONFLICT.title}
      </h3>
      <p>{PROFILE_CONFLICT.text}</p>
      {refusals > 0 && <ErrorSummary errors={errorsOf(conflicts)} attempt={refusals} />}
      {conflicts.length === 0 ? (
        <p>{PROFILE_CONFLICT.none}</p>
      ) : (
        conflicts.map((conflict) => (
          <Choice key={conflict.name} conflict={conflict} isRefused={refusals > 0} />
        ))
      )}
    </fieldset>
  )
}

const fieldOf = (name: DetailName) => `conflict-${name}`

/** The choices that are missing, for the links of the error summary. */
const errorsOf = (conflicts: readonly Conflict[]): Record<string, string> =>
  Object.fromEntries(
    conflicts
      .filter(({ choice }) => choice === '')
      .map(({ name }) => [fieldOf(name), PROFILE_CONFLICT.undecided(LABELS[name])]),
  )

function Choice({
  conflict: { name, saved, mine, choice },
  isRefused,
}: {
  conflict: Conflict
  isRefused: boolean
}) {
  return (
    <RadioGroup
      name={fieldOf(name)}
      error={isRefused && choice === '' ? PROFILE_CONFLICT.choose : undefined}
      label={LABELS[name]}
      hint={PROFILE_CONFLICT.choose}
      value={choice}
      onChange={(value) => chooseValue(name, value === 'saved' ? 'saved' : 'mine')}
      options={[
        { value: 'saved', label: shown(name, saved), hint: PROFILE_CONFLICT.saved },
        { value: 'mine', label: shown(name, mine), hint: PROFILE_CONFLICT.mine },
      ]}
    />
  )
}
