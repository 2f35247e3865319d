-- Rules that hold for the bookings at all times. Each statement returns the rows that violate its rule; a consistent
-- database returns no rows. Run it against any migrated database: psql "$DATABASE_URL" -f tests/integration/invariants.sql
-- "Live" is a booked place, a used one, or a hold that has not expired.

-- I1: never more live appointments in a slot than it has places.
select 'I1 more patients in a slot than places' as violated, a.event_id, a.slot_start, count(*) as live, e.places_per_slot
  from app.appointments a join app.events e using (event_id)
 where a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now())
 group by a.event_id, a.slot_start, e.places_per_slot
having count(*) > e.places_per_slot;

select 'I1 one place twice' as violated, event_id, slot_start, place_no, array_agg(appointment_id) as appointments
  from app.appointments
 where status in ('held', 'booked', 'attended', 'no_show')
 group by event_id, slot_start, place_no
having count(*) > 1;

select 'I1 a place the slot does not have' as violated, a.appointment_id, a.place_no, e.places_per_slot
  from app.appointments a join app.events e using (event_id)
 where a.place_no not between 1 and e.places_per_slot
   and (a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now()));

-- A time between slots would overlap two of them and be counted in neither.
select 'I1 a time the event does not offer' as violated, a.appointment_id, a.slot_start, a.slot_end
  from app.appointments a join app.events e using (event_id)
 where (a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now()))
   and (not booking.is_slot(e, a.slot_start) or a.slot_end <> a.slot_start + make_interval(mins => e.session_minutes));

-- I2: never more live appointments in an event than total_spaces.
select 'I2 more patients in an event than spaces' as violated, e.event_id, count(*) as live, e.total_spaces
  from app.appointments a join app.events e using (event_id)
 where a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now())
 group by e.event_id, e.total_spaces
having count(*) > e.total_spaces;

select 'I2 a place in a cancelled event' as violated, a.appointment_id, a.status, e.cancelled_at
  from app.appointments a join app.events e using (event_id)
 where e.cancelled_at is not null and a.status in ('held', 'booked') and a.slot_end > e.cancelled_at;

-- EVM-01: a draft exists for the staff alone.
select 'EVM-01 a patient of a draft' as violated, event_id, profile_id
  from app.events join (
    select event_id, profile_id from app.appointments
    union all select event_id, profile_id from app.waiting_entries
    union all select event_id, profile_id from app.access_grants) of_patients using (event_id)
 where published_at is null;

-- I3: never two upcoming appointments of one patient.
select 'I3 two upcoming appointments of one patient' as violated, profile_id, array_agg(appointment_id) as appointments
  from app.appointments
 where status = 'booked' and slot_end > app.clock_now()
 group by profile_id
having count(*) > 1;

-- A closed appointment no longer blocks another: none may be closed before it has ended.
select 'I3 closed before its end' as violated, appointment_id, slot_end, closed_at
  from app.appointments
 where closed_at is not null and (closed_at < slot_end or status not in ('booked', 'attended', 'no_show', 'cancelled'));

select 'I3 two holds of one patient' as violated, profile_id, array_agg(appointment_id) as appointments
  from app.appointments
 where status = 'held'
 group by profile_id
having count(*) > 1;

-- I4: an idempotency key has one effect.
select 'I4 one key, two appointments' as violated, profile_id, idempotency_key, array_agg(appointment_id) as appointments
  from app.appointments
 group by profile_id, idempotency_key
having count(*) > 1;

select 'I4 one change, two mails' as violated, payload ->> 'appointment_id' as appointment_id, payload ->> 'template' as template,
       payload ->> 'sequence' as sequence, payload ->> 'reminder_id' as reminder_id, count(*) as mails
  from app.jobs
 where kind = 'mail' and payload ? 'appointment_id'
 group by 2, 3, 4, 5
having count(*) > 1;

-- NHS-02: who is booked at an event whose laboratory needs the NHS number has one.
select 'NHS-02 an upcoming appointment without the NHS number that it needs' as violated, a.appointment_id, a.profile_id
  from app.appointments a join app.events e using (event_id) join app.profiles p using (profile_id)
 where a.status = 'booked' and a.slot_end > app.clock_now() and app.needs_nhs_number(e.lab_name) and p.nhs_number_sealed is null;

-- I5: only the listed changes of status. The columns of a row must fit a permitted sequence of statuses.
select 'I5 a status without its facts' as violated, appointment_id, status, hold_expires_at, booked_at, cancelled_at
  from app.appointments
 where status not in ('held', 'booked', 'cancelled', 'expired', 'attended', 'no_show')
    or (status in ('held', 'expired') and (hold_expires_at is null or booked_at is not null))
    or (status in ('booked', 'attended', 'no_show') and (booked_at is null or hold_expires_at is not null))
    or (status = 'cancelled') <> (cancelled_at is not null)
    or (status = 'cancelled') <> (cancelled_by is not null);

-- APPT-04: the history of an appointment begins with its booking and ends where the appointment is now.
select 'APPT-04 a history that does not fit its appointment' as violated, a.appointment_id, a.status, a.slot_start, h.slot
  from app.appointments a cross join lateral (
    select count(*) filter (where action = 'booked') as booked, count(*) filter (where action = 'cancelled') as cancelled,
           (array_agg(to_slot order by appointment_event_id desc) filter (where to_slot is not null))[1] as slot
      from app.appointment_events where appointment_id = a.appointment_id) h
 where h.booked <> (a.booked_at is not null)::int
    or h.cancelled <> (a.status = 'cancelled' and a.booked_at is not null)::int
    or (a.booked_at is not null and h.slot is distinct from a.slot_start);

-- BOOK-06: how long a patient really kept places of one event as holds, in the 24 hours before the end of each hold, without what paying added.
-- Grouped by the hold: several may end at the same moment.
with held as (
  select appointment_id, profile_id, event_id, created_at as since,
         least(app.clock_now(), coalesce(counted_until, hold_expires_at), booked_at, case when booked_at is null then cancelled_at end) as until
    from app.appointments where not is_offer)
select 'BOOK-06 places of an event held for more than 45 minutes in 24 hours' as violated, l.profile_id, l.event_id, l.until
  from held l join held h using (profile_id, event_id)
 where h.until > h.since and h.until > l.until - interval '24 hours' and h.since < l.until
 group by l.appointment_id, l.profile_id, l.event_id, l.until
having sum(least(h.until, l.until) - greatest(h.since, l.until - interval '24 hours')) > interval '45 minutes';

-- WAIT-01: one live entry per patient and event, none of a patient who has booked, none of a cancelled event.
select 'WAIT-01 on one list twice' as violated, profile_id, event_id, count(*) as entries
  from app.waiting_entries where ended_at is null
 group by profile_id, event_id
having count(*) > 1;

-- An appointment that was booked before its patient joined has ended since: joining asks for none.
select 'WAIT-01 waiting with an upcoming appointment' as violated, w.waiting_id, a.appointment_id
  from app.waiting_entries w join app.appointments a using (profile_id)
 where w.ended_at is null and a.status = 'booked' and a.closed_at is null and a.slot_end > app.clock_now();

select 'WAIT-03 a live list of a cancelled event' as violated, w.waiting_id
  from app.waiting_entries w join app.events e using (event_id)
 where w.ended_at is null and e.cancelled_at is not null
   and not exists (select from app.appointments a where a.waiting_id = w.waiting_id and a.status = 'held');

-- WAIT-02: a live offer is for a live entry of its patient and event, and there is one.
select 'WAIT-02 an offer without its entry' as violated, a.appointment_id, w.waiting_id, w.ended_because
  from app.appointments a left join app.waiting_entries w using (waiting_id)
 where a.status = 'held' and a.is_offer
   and (w.waiting_id is null or w.ended_at is not null or (w.profile_id, w.event_id) <> (a.profile_id, a.event_id));

select 'WAIT-02 two live offers of one entry' as violated, waiting_id, count(*) as offers
  from app.appointments where status = 'held' and waiting_id is not null
 group by waiting_id
having count(*) > 1;

select 'WAIT-02 one offer, not one mail' as violated, a.appointment_id, count(j.job_id) as mails
  from app.appointments a left join app.jobs j
    on j.payload ->> 'appointment_id' = a.appointment_id::text and j.payload ->> 'template' = 'place-offered'
 where a.status = 'held' and a.idempotency_key like 'offer-%'
 group by a.appointment_id
having count(j.job_id) <> 1;

-- L1: a result is of the patient and the appointment of its sample, and a sample of those of its appointment.
select 'L1 a result of another patient than its sample' as violated, r.result_id, r.profile_id, s.profile_id as of_sample
  from app.results r join app.samples s using (sample_id)
 where (r.profile_id, r.appointment_id) is distinct from (s.profile_id, s.appointment_id);

select 'L1 a sample of another patient than its appointment' as violated, s.sample_id, s.profile_id, a.profile_id as of_appointment
  from app.samples s join app.appointments a using (appointment_id)
 where (s.profile_id, s.event_id) <> (a.profile_id, a.event_id) or (lab.is_live(s.state) and a.status <> 'attended');

-- L4: a label is bound once; one that was bound by mistake, once more.
select 'L4 a label of two patients' as violated, label, count(*) as bindings
  from app.samples
 group by label having count(*) filter (where state <> 'mistaken') > 1 or count(*) > 2;

-- L1 for the row of the laboratory: a result comes from a row that was accepted, with the label of its sample.
select 'L1 a result from a row that was not accepted' as violated, r.result_id, w.decision, w.resolution
  from app.results r join app.lab_rows w using (row_id)
 where w.sample_id is distinct from r.sample_id
    or not lab.is_taken(w);

-- LAB-02: a file was imported by another person than the one who saved its mapping.
select 'LAB-02 a file whose importer saved its mapping' as violated, f.file_id
  from app.lab_files f join app.lab_mappings m using (mapping_id)
 where m.made_by_key = f.imported_by_key;

-- LAB-02: after a check with other identifiers under its label, a row reaches a patient through two people, or after the checked row was taken over.
select 'LAB-02 a result past a check with other identifiers' as violated, r.result_id, c.check_id
  from app.results r join app.lab_rows own using (row_id) join app.lab_files o using (file_id)
  join app.lab_checks c on c.label = own.label and c.checked_at < o.imported_at and c.identity_hash is distinct from own.identity_hash
 where own.resolution is null and not exists (
   select from app.lab_rows w join app.lab_files f using (file_id)
    where w.label = c.label and f.imported_at >= c.checked_at and f.imported_at < o.imported_at
      and (w.identity_hash is not distinct from c.identity_hash and w.decision not in ('withdrawn', 'unchanged')
        or w.resolution in ('confirmed', 'difference-accepted', 'closed')));

-- LAB-05: two people ended a row, and neither imported it.
select 'LAB-05 a row that fewer than two people ended' as violated, w.row_id, w.resolution
  from app.lab_rows w join app.lab_files f using (file_id)
 where w.resolution in ('confirmed', 'difference-accepted', 'closed') and (w.proposed_by_key is null or w.resolved_by_key is null or w.proposed_by_key = w.resolved_by_key
    or f.imported_by_key in (w.proposed_by_key, w.resolved_by_key));

-- LAB-05: one differing identifier was accepted, which the paper form of both people has as the tube has it.
select 'LAB-05 a difference that was accepted without the paper form' as violated, w.row_id
  from app.lab_rows w
 where w.resolution = 'difference-accepted' and not (lab.may_differ(w, w.proposed_paper) and lab.may_differ(w, w.resolved_paper));

-- LAB-04: a row is overtaken only by one that says the same, or the final value.
select 'LAB-04 a row that was overtaken by nothing' as violated, w.row_id
  from app.lab_rows w
 where w.resolution = 'overtaken' and not exists (select from app.lab_rows taken where taken.label = w.label and lab.overtakes(taken, w));

-- LAB-05: no row is taken over while a row of its label waits with other identifiers.
select 'LAB-05 a result past a row of its label that waits' as violated, r.result_id, w.row_id
  from app.results r join app.lab_rows own using (row_id)
  join app.lab_rows w on w.label = own.label and w.row_id <> own.row_id and w.decision = 'quarantined' and w.resolution is null
  join app.lab_files f on f.file_id = w.file_id
 where f.imported_at < r.matched_at and w.identity_hash is distinct from own.identity_hash;

-- LAB-01: a row that another patient's tube would fit as well was confirmed by telephone, or its result is held; a clinician ends the hold.
select 'LAB-01 a result that a namesake could own' as violated, r.result_id
  from app.results r join app.samples s using (sample_id) join app.lab_rows w using (row_id)
 where w.has_forename is not null and w.resolution is distinct from 'confirmed' and not r.held
   and r.state not in ('superseded', 'withdrawn') and not (r.state = 'released' and r.change_reason is not null)
   and lab.row_has_namesake(s, w);

-- L2: one shown result of a sample and of an appointment.
select 'L2 two shown results' as violated, coalesce(appointment_id, sample_id) as of, count(*) as shown
  from app.results where state in ('released', 'on_hold')
 group by 2 having count(*) > 1;

-- L3: one live sample of a patient at an event.
select 'L3 two live samples' as violated, event_id, profile_id, count(*) as live
  from app.samples where lab.is_live(state)
 group by 2, 3 having count(*) > 1;

-- CLI-03: a live tube has what it needs. Samples from before the desk have no arrival.
select 'CLI-03 a tube without identity, answers or consent' as violated, s.sample_id
  from app.samples s join app.events e using (event_id)
 where lab.is_live(s.state) and lab.has_record(s.profile_id, s.event_id, 'arrived')
   and not (lab.is_identified(s.profile_id, s.event_id) and lab.has_record(s.profile_id, s.event_id, 'answers')
     and exists (select from app.consents c where c.profile_id = s.profile_id and c.test_on = e.event_on and c.taken_back_at is null));

-- CLI-05: one outcome of a patient at an event, and each has one when the event is closed.
select 'CLI-05 two outcomes of one patient' as violated, d.event_id, d.profile_id, d.kind
  from app.desk_in_force d
 where d.kind in ('not-tested', 'absent') and (
   exists (select from app.samples s where s.event_id = d.event_id and s.profile_id = d.profile_id and lab.is_live(s.state))
   or exists (select from app.desk_in_force o where o.event_id = d.event_id and o.profile_id = d.profile_id and o.kind in ('not-tested', 'absent')
     and o.desk_record_id <> d.desk_record_id)
   or (d.kind = 'absent') <> exists (select from app.appointments a where a.appointment_id = d.appointment_id and a.status = 'no_show'));

select 'CLI-05 a closed event with a patient without an outcome' as violated, e.event_id, r as profile_id
  from app.events e cross join lab.remaining(e.event_id) r
 where e.closed_at is not null;

-- AUD-03: every record of the desk has its entry in the audit log, with the patient.
select 'AUD-03 a desk record without its audit entry' as violated, d.desk_record_id, d.kind
  from app.desk_records d
 where not exists (
   select from app.audit_log l
    where l.subject = coalesce('appointment:' || d.appointment_id, 'profile:' || d.profile_id) and l.operator = d.recorded_by
      and l.action = case d.kind when 'undone' then 'outcome-corrected' else 'desk-' || d.kind end);

-- L6: the identifiers of a sample never change; the audit log would show no change, so only the form is checked here.
select 'L6 a sample without identifiers' as violated, sample_id
  from app.samples where surname_key = '' or forename_key = '' or birth_date is null or label !~ '^H[0-9A-Y]{7}$';

-- L7 to L9: what is shown was judged by a clinician, by two where needed, and not by the person who took it over.
select 'L8 a shown result without its judgement' as violated, result_id, state
  from app.results r
 where r.state in ('graded', 'released', 'on_hold') and not lab.is_judged(r);

select 'L7 judged by the person who imported it' as violated, r.result_id
  from app.results r join app.gradings g using (result_id) join app.lab_rows w using (row_id) join app.lab_files f using (file_id)
 where g.given_by_key in (r.matched_by_key, f.imported_by_key);

-- L13: every result and its state have an entry in the audit log, made by the same person.
select 'L13 a result without its audit entry' as violated, result_id, state
  from app.results r
 where not exists (
   select from app.audit_log l where l.subject = 'result:' || r.result_id and l.action = 'result-' || r.state and l.operator = r.changed_by);

-- L15: the patient of a red result was called before it was shown, or at least tried.
select 'L15 shown without the call that it needs' as violated, r.result_id
  from app.results r
 where r.state = 'released' and r.call_needed and not exists (
   select from app.follow_ups f join app.follow_up_notes n using (follow_up_id)
    where f.result_id = r.result_id and f.round = r.round and n.kind in ('attempt', 'spoken-to'));

-- PORT-05: a closed account has no sign-in, no address and no place that is still to come.
select 'PORT-05 a closed account that kept too much' as violated, p.profile_id
  from app.profiles p
 where p.email like 'closed-%@account.invalid'
   and (p.is_active or coalesce(p.phone, p.home_address, p.billing_address, p.occupation, p.ethnicity, p.gender) is not null
     or exists (select from app.sessions s where s.user_id = p.user_id and s.ended_at is null)
     or exists (select from app.appointments a where a.profile_id = p.profile_id
                 and (a.status in ('held', 'cancelled', 'expired', 'no_show') or a.slot_start > app.clock_now())));

-- EVD-05: a code was used by the booked patients that came with it, and by no more than it is for.
select 'EVD-05 uses of a code that nobody has' as violated, c.code_id, c.used, c.most_uses, count(distinct a.profile_id) as booked
  from app.access_codes c
  left join app.appointments a on a.access_code_id = c.code_id and a.status in ('booked', 'attended', 'no_show')
 group by c.code_id
having c.used <> count(distinct a.profile_id) or count(distinct a.profile_id) > c.most_uses;

-- REM-02: text messages only to patients who had chosen them.
select 'REM-02 a text message that was not chosen' as violated, s.sms_message_id, s.profile_id
  from app.sms_messages s
 where not exists (
   select from app.sms_choices c where c.profile_id = s.profile_id and c.wants and c.at <= s.queued_at
      and not exists (select from app.sms_choices later where later.profile_id = s.profile_id and not later.wants
                       and later.at <= s.queued_at and later.sms_choice_id > c.sms_choice_id));

-- PAY-07: an appointment that is paid by card has the money; the accounts keep it for six years.
select 'PAY-07 paid by card without a capture' as violated, a.appointment_id, a.status
  from app.appointments a
 where a.status in ('booked', 'attended', 'no_show') and a.payment_status = 'paid by card'
   and a.booked_at > app.clock_now() - app.payments_kept()
   and not exists (select from app.payments p where p.appointment_id = a.appointment_id and p.state in ('booked', 'refunded') and p.capture_id is not null);

-- A price that came after the booking is not owed, nor that of a free repeat (LAB-14).
select 'PAY-07 an unpaid place of an event with a price' as violated, a.appointment_id, e.price_pence
  from app.appointments a join app.events e using (event_id)
 where a.status = 'booked' and a.payment_status <> 'paid by card' and e.payment_required and e.price_pence > 0 and a.booked_at > e.updated_at
   and not exists (select from app.free_repeats f where f.appointment_id = a.appointment_id);

select 'LAB-14 a spoiled sample without a free repeat' as violated, s.sample_id
  from app.samples s where s.state = 'spoiled' and not exists (select from app.free_repeats f where f.sample_id = s.sample_id);

-- PAY-07: every captured pound has an appointment or goes back. An erasure removes the appointment.
select 'PAY-07 money without an appointment' as violated, p.payment_id, p.appointment_id
  from app.payments p left join app.appointments a using (appointment_id)
 where p.state = 'booked' and p.appointment_id is not null and a.booked_at is null;

select 'PAY-07 two payments of one appointment' as violated, appointment_id, array_agg(payment_id) as payments
  from app.payments where state = 'booked' and appointment_id is not null
 group by appointment_id having count(*) > 1;

select 'PAY-08 money that is due and does not go back' as violated, p.payment_id, p.state, p.captured_pence
  from app.payments p
 where p.state in ('refund_due', 'refunded')
   and p.captured_pence > booking.taken_back_of(p) + (select coalesce(sum(r.amount_pence), 0) from app.refunds r
                             where r.payment_id = p.payment_id and r.state <> 'failed'
                               and (p.state = 'refund_due' or r.state = 'done' or exists (
                                 select from app.disputes d where d.payment_id = p.payment_id and d.kind = 'reversal' and d.ended_at is not null)));

select 'PAY-08 more back than was taken' as violated, p.payment_id, p.captured_pence
  from app.payments p join app.refunds r using (payment_id)
 where r.state <> 'failed'
 group by p.payment_id having sum(r.amount_pence) > coalesce(p.captured_pence, 0);

select 'PAY-08 money of a cancelled event that does not go back' as violated, p.payment_id
  from app.payments p join app.appointments a using (appointment_id) join app.events e on e.event_id = p.event_id
 where p.state = 'booked' and e.cancelled_at is not null and a.status = 'cancelled'
   and p.captured_pence > booking.taken_back_of(p)
     + (select coalesce(sum(r.amount_pence), 0) from app.refunds r where r.payment_id = p.payment_id and r.state <> 'failed');

-- PAY-12: what is taken back is not returned as well.
select 'PAY-12 money that is taken back and still to be returned' as violated, p.payment_id
  from app.payments p
 where booking.left_of(p) < 0 and booking.taken_back_of(p) > 0 and exists (select from app.refunds r where r.payment_id = p.payment_id and r.state = 'due');

-- Every due refund has a job: without one the provider is not asked.
select 'PAY-08 a refund without its job' as violated, r.refund_id
  from app.refunds r
 where r.state = 'due' and not exists (select from app.jobs j where j.kind = 'refund' and j.dedupe_key = r.refund_id::text);

-- BOOK-12: a hold that is being paid for is pinned, and only such a hold.
select 'BOOK-12 a hold that ends while it is paid for' as violated, a.appointment_id, p.payment_id, p.state
  from app.appointments a join app.payments p using (appointment_id)
 where a.status = 'held' and a.hold_expires_at > app.clock_now() and a.unpinned_end is null and p.state in ('capturing', 'pending');

select 'BOOK-12 a pinned hold without a payment under way' as violated, a.appointment_id
  from app.appointments a where a.unpinned_end is not null and not app.is_being_paid(a.appointment_id);

-- PAY-05: after an erasure nothing says who paid.
select 'PAY-05 a payer without a patient' as violated, payment_reference
  from app.transactions
 where profile_id is null and coalesce(payer_name, card_brand, card_last_digits, card_expiry, issuing_bank, avs_code, cvv_code) is not null;
