import type { Pool } from 'pg'

/**
 * Makes what a hosted Supabase database brings along and migrations may name: its three roles and the
 * empty schema `auth`. Harmless when they are there.
 */
export async function createProviderRoles(pool: Pool): Promise<void> {
  await pool.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'anon') then
        create role anon nologin noinherit;
      end if;
      if not exists (select from pg_roles where rolname = 'authenticated') then
        create role authenticated nologin noinherit;
      end if;
      if not exists (select from pg_roles where rolname = 'service_role') then
        create role service_role nologin noinherit bypassrls;
      end if;
    end $$;
    create schema if not exists auth;
  `)
}
