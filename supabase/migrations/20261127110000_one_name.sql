-- LAB-01: a patient with one name has it as both compared names, whichever field of the profile has it (nameKeys in src/domain/lab-key.ts). A
-- tube that was recorded with a stand-in such as '-' or 'none' in the place of a name gets the same keys, so that its row is taken over.
alter table app.samples disable trigger user;
with keys as (
  select sample_id, surname_key, forename_key, surname_key ~ c.stand_in as no_surname, forename_key ~ c.stand_in as no_forename
    from app.samples, (values (
      '^([[:punct:][:digit:]]*|none|n/a|n\.a\.|unknown|notapplicable|noname|nosurname|nolastname|nofamilyname|nofirstname|lnu|fnu)$')) c (stand_in))
update app.samples s
   set surname_key = case when not k.no_surname then k.surname_key when not k.no_forename then k.forename_key else '-' end,
       forename_key = case when not k.no_forename then k.forename_key when not k.no_surname then k.surname_key else '-' end
  from keys k
 where k.sample_id = s.sample_id and (k.no_surname or k.no_forename);
alter table app.samples enable trigger user;
