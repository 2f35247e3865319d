import type { Pool } from 'pg'

/**
 * Creates what a hosted Supabase database contains and migrations refer to: its three roles and the schema `auth`.
 * Does nothing if they exist.
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
