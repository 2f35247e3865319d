-- Keys of persons without the form of address before the name: 'Dr Ada Quill' and 'Ada Quill' are one person (personKey in
-- src/domain/staff-person.ts). The stored keys are computed again; running this file a second time changes nothing. Keys of patients'
-- names are not touched.
create function pg_temp.without_title(p_by text, p_key text) returns text language plpgsql as $$
declare
  v_name text := pg_catalog.btrim(pg_catalog.lower(normalize(pg_catalog.split_part(p_by, ',', 1), NFKD)));
  v_title text;
  v_key text := p_key;
  v_rest text;
begin
  loop
    v_title := pg_catalog.substring(v_name, '^((?:dr|doctor|prof|professor|mr|mrs|ms|miss|mx|sir)[-. ]+)');
    exit when v_title is null;
    -- The full stop counts in a key; space and hyphen do not.
    v_rest := pg_catalog.substr(v_key, 1 + pg_catalog.length(pg_catalog.translate(v_title, '- ', '')));
    exit when pg_catalog.replace(v_rest, '.', '') = ''
      or pg_catalog.left(v_key, pg_catalog.length(v_key) - pg_catalog.length(v_rest)) <> pg_catalog.translate(v_title, '- ', '');
    v_key := v_rest;
    v_name := pg_catalog.substr(v_name, 1 + pg_catalog.length(v_title));
  end loop;
  return v_key;
end $$;

alter table app.lab_files disable trigger user;
update app.lab_files set imported_by_key = pg_temp.without_title(imported_by, imported_by_key)
 where imported_by_key <> pg_temp.without_title(imported_by, imported_by_key);
alter table app.lab_files enable trigger user;
alter table app.results disable trigger user;
update app.results set matched_by_key = pg_temp.without_title(matched_by, matched_by_key)
 where matched_by_key <> pg_temp.without_title(matched_by, matched_by_key);
alter table app.results enable trigger user;
alter table app.gradings disable trigger user;
update app.gradings set given_by_key = pg_temp.without_title(given_by, given_by_key)
 where given_by_key <> pg_temp.without_title(given_by, given_by_key);
alter table app.gradings enable trigger user;

drop function pg_temp.without_title(text, text);
