-- From which network a booking was made, as a keyed hash: operators see bookings of unverified addresses by network. Kept for
-- thirty days (src/server/repositories/booking-networks.ts).
create table app.booking_networks (
  appointment_id uuid primary key references app.appointments on delete cascade,
  network_hash bytea not null,
  booked_at timestamptz not null
);
create index booking_networks_by_time on app.booking_networks (booked_at);
alter table app.booking_networks enable row level security;
