-- ANALYZE computes the indexes of names without a search path, where a function whose body is text does not find the
-- extension. This one is bound when it is created.
create function search.unaccented(typed text) returns text language sql immutable strict parallel safe return unaccent(typed);

create or replace function search.name(typed text) returns text language plpgsql immutable strict parallel safe as $$
declare
  whole text;
begin
  if octet_length(typed) = char_length(typed) then return lower(typed); end if;
  whole := search.folded(typed);
  if whole ~ ('[' || search.separators() || ']') then
    whole := regexp_replace(translate(whole, '‘’‛ʹʼ′´‐‑‒–—−', '''''''''''''''------'), '[' || search.separators() || ']+', ' ', 'g');
  end if;
  return regexp_replace(search.unaccented(whole), '([' || search.single() || '])', ' \1 ', 'g');
end $$;
