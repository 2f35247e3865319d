-- The waiting list: offers that are over or cannot be mailed, and the mail about an entry that the profile ends (WAIT-02). The rule of NHS-02
-- in one function.

-- As before, but for offers that are over and whose row is still held, because another transaction is just ending it. Their place counts as
-- free, so the patient must count as waiting when the entry goes on: otherwise the place of the next on the list looks like a place to spare.
create or replace function booking.waiting_patients(e app.events, p_now timestamptz)
returns table (waiting_id uuid, turn bigint, profile_id bigint, parts int)
language sql stable set search_path = '' as $$
  select w.waiting_id, w.turn, w.profile_id, w.mornings::int + 2 * w.afternoons::int + 4 * w.evenings::int
    from app.waiting_entries w
   where w.event_id = e.event_id and w.ended_at is null
     and not exists (select from app.appointments a
                      where a.profile_id = w.profile_id and a.status = 'held'
                        and (a.hold_expires_at > p_now
                             or (a.waiting_id = w.waiting_id and not booking.is_unsent(a))))
     and not booking.has_upcoming(w.profile_id, p_now)
     and not booking.is_out_of_reach(w.waiting_id)
     and booking.entry_refusal(e, w.profile_id, p_now, false) is null
$$;

-- As before. p_freed counts only while the patient has that place: a release that committed since the caller read it has freed it already.
create or replace function booking.is_kept(e app.events, p_profile bigint, p_now timestamptz, p_freed timestamptz, p_slot timestamptz)
returns boolean language sql stable set search_path = '' as $$
  select booking.waiting_served(e, p_profile, p_now,
      case when exists (
        select from app.appointments a
         where a.event_id = e.event_id and a.profile_id = p_profile and a.slot_start = p_freed
           and (a.status = 'booked' or (a.status = 'held' and a.hold_expires_at > p_now))) then p_freed end,
      p_slot) < booking.waiting_served(e, p_profile, p_now)
$$;

-- Whether the mail of an offer to this entry was given up, or three offers ended before their mails were sent and no other mail to the
-- patient has been sent since: another offer would not reach the patient. Every offer that ended and left its entry had no mail.
create or replace function booking.is_out_of_reach(p_waiting uuid) returns boolean language sql stable
  return exists (
    select from app.appointments a join app.jobs j on j.kind = 'mail' and j.dedupe_key = 'place-offered:' || a.appointment_id || ':0'
     where a.waiting_id = p_waiting and j.failed_at is not null and j.done_at is null)
  or 3 <= (
    select pg_catalog.count(*) from app.appointments a
     where a.waiting_id = p_waiting and a.status = 'expired'
       and not exists (select from app.jobs j
                        where j.kind = 'mail' and j.recipient = 'profile:' || a.profile_id and j.done_at > a.hold_expires_at
                          and j.superseded_by is null and j.payload ->> 'template' <> 'place-offered'));

-- As before, and a patient who may not be tested at the event is told: nothing that they did ended the entry.
create or replace function booking.follow_waiting_entry() returns trigger language plpgsql set search_path = '' as $$
begin
  perform booking.queue_offers(new.event_id);
  -- A patient who left, booked or let an offer end knows it.
  if new.ended_because in ('event-closed', 'event-cancelled', 'not-eligible') then
    perform app.queue_mail('waiting-ended:' || new.waiting_id,
      pg_catalog.jsonb_build_object('template', 'waiting-ended', 'waiting_id', new.waiting_id, 'profile_id', new.profile_id),
      'profile:' || new.profile_id, new.ended_at);
  end if;
  return null;
end $$;

-- As before, with app.needs_nhs_number, the one home of that rule.
create or replace function booking.entry_refusal(e app.events, p_profile bigint, p_now timestamptz, p_locks boolean default true) returns text
language sql volatile
  return coalesce(
    case when e.is_private then booking.code_refusal(e, p_profile, p_now, p_locks) end,
    case when app.needs_nhs_number(e.lab_name) then booking.number_refusal(e, p_profile, p_now) end);

revoke all on function booking.waiting_patients(app.events, timestamptz),
  booking.is_kept(app.events, bigint, timestamptz, timestamptz, timestamptz), booking.is_out_of_reach(uuid), booking.follow_waiting_entry(),
  booking.entry_refusal(app.events, bigint, timestamptz, boolean) from public;
