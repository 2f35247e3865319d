-- What visitors of the venue need to know (EVD-07), in the operator's words; null is not known. A change of these is not mailed:
-- app.told_details has what is.
alter table app.events
  add column step_free_access text,
  add column parking text,
  add column hearing_loop text,
  add column toilets text,
  add column how_to_get_there text,
  add column what_to_bring text;
