-- $1: captures of the provider, $2: its refunds (money-faults.ts). One row per fault.
with taken as (
  select * from jsonb_to_recordset($1::jsonb) as c(id text, payment_id text, amount_pence int, status text)
   where status in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')),
back as (
  select * from jsonb_to_recordset($2::jsonb) as r(id text, capture_id text, refund_id text, amount_pence int, status text)
   where status <> 'FAILED'),
returned as (select capture_id, sum(amount_pence) as pence from back group by capture_id),
-- What became of each capture.
ended as (
  select t.id, t.payment_id, t.amount_pence, coalesce(b.pence, 0) as back_pence, p.state, a.status,
         coalesce((select sum(r.amount_pence) from app.refunds r where r.payment_id = p.payment_id and r.state <> 'failed'), 0) as owed_pence
    from taken t left join app.payments p on p.capture_id = t.id left join app.appointments a using (appointment_id)
    left join returned b on b.capture_id = t.id)

select 'money was taken that no payment has' as violated, t.id as what
  from taken t left join app.payments p on p.capture_id = t.id
 where p.payment_id is null or p.payment_id::text is distinct from t.payment_id or p.captured_pence <> t.amount_pence
union all
select 'a payment has money that was not taken', p.payment_id::text
  from app.payments p left join taken t on t.id = p.capture_id where p.capture_id is not null and t.id is null
union all
select 'money was taken twice for one payment', payment_id from taken group by payment_id having count(*) > 1
union all
select 'money was taken twice for one appointment', min(p.appointment_id::text)
  from taken t join app.payments p on p.capture_id = t.id join ended e on e.id = t.id
 where e.back_pence < t.amount_pence group by p.appointment_id having count(*) > 1
union all
-- The patient's own cancellation keeps the charge: what is back is what we owed.
select 'money has neither an appointment nor is it back', id from ended
 where state is not null and not coalesce(
   (state = 'booked' and status in ('booked', 'attended', 'no_show') and back_pence = owed_pence)
   or (state = 'booked' and status = 'cancelled' and back_pence = owed_pence)
   or back_pence = amount_pence, false)
union all
select 'money is back, and its appointment is still booked', id from ended
 where state in ('refund_due', 'refunded') and status = 'booked' and not exists (
   select from app.payments other join app.payments p on p.appointment_id = other.appointment_id
    where p.capture_id = ended.id and other.state = 'booked')
union all
select 'more is back than was taken', id from ended where back_pence > amount_pence
union all
select 'a refund that was not asked for', b.id
  from back b left join app.refunds r on r.refund_id::text = b.refund_id
 where r.refund_id is null or r.amount_pence <> b.amount_pence or r.provider_refund_id is distinct from b.id
union all
select 'a refund was made twice', refund_id from back group by refund_id having count(*) > 1
union all
select 'a refund was noted that was not made', r.refund_id::text
  from app.refunds r
 where r.state = 'done' and r.last_issue is distinct from 'CAPTURE_FULLY_REFUNDED' and r.reason <> 'operator'
   and not exists (select from back b where b.refund_id = r.refund_id::text)
union all
select 'a refund is owed and not made', r.refund_id::text from app.refunds r where r.state = 'due'
union all
select 'a place of an event with a price without its money', a.appointment_id::text
  from app.appointments a join app.events e using (event_id)
 where a.status in ('booked', 'attended', 'no_show') and booking.price_of(e) > 0 and not exists (
   select from app.payments p join taken t on t.id = p.capture_id where p.appointment_id = a.appointment_id and p.state = 'booked')
union all
select 'a payment that nothing concludes', p.payment_id::text
  from app.payments p
 where p.state = 'capturing' or (p.state = 'pending' and not exists (
   select from jsonb_to_recordset($1::jsonb) as c(payment_id text, status text)
    where c.payment_id = p.payment_id::text and c.status = 'PENDING'))
