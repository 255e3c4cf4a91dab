-- Scripts whose words are separated by characters that are not ASCII, as in Tibetan, and rows of emoji: `search.composed` cuts a
-- line after a hundred such characters. Digits in groups with narrow spaces between them are one number.
create or replace function search.folded(typed text) returns text language plpgsql immutable strict parallel safe as $$
declare
  whole text;
begin
  if octet_length(typed) = char_length(typed) then return lower(typed); end if;
  whole := translate(typed, '™℠', '  ');
  if whole ~ '[0-9][\u00A0\u2009\u202F][0-9]{3}' then
    whole := regexp_replace(whole, '([0-9])[\u00A0\u2009\u202F](?=[0-9]{3}(?![0-9]))', '\1', 'g');
  end if;
  whole := case when char_length(whole) <= 100 then normalize(whole, nfkc)
    else search.composed(regexp_replace(whole, '([\u00A0\u0964\u0965\u0F0B-\u0F14\u1361-\u1368\u2000-\u200A]|[\U0001F000-\U0001FAFF]{50})', '\1 ', 'g'))
  end;
  whole := regexp_replace(whole, '[' || search.optional() || ']+', '', 'g');
  if strpos(whole, U&'\200B') > 0 then
    whole := regexp_replace(whole, '([' || search.unspaced() || '])\u200B+(?=[' || search.unspaced() || '])', '\1', 'g');
  end if;
  if whole ~ '[\u0130\u0131\u0620-\u06FF\u0966-\u09EF\u0E50-\u0E59]' then
    whole := translate(whole,
      U&'\0130\0131\0623\0625\0622\0671\0649\06CC\06D0\06CD\0629\06C0\06D5\06C1\06C2\06A9\06AA'
        '\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
        '\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
        '\0E50\0E51\0E52\0E53\0E54\0E55\0E56\0E57\0E58\0E59',
      U&'ii\0627\0627\0627\0627\064A\064A\064A\064A\0647\0647\0647\0647\0647\0643\0643' || repeat('0123456789', 5));
  end if;
  whole := lower(whole collate search.folding);
  if whole ~ '[\u0390-\u03CE\u0451]' then whole := translate(whole, 'ςάέήίόύώϊϋΐΰё', 'σαεηιουωιυιυе'); end if;
  return whole;
end $$;

-- Indexed anew where that makes a difference.
update social.search_progress set old_index_to = coalesce((select max(id) from social.post), 0),
  old_messages_to = coalesce((select max(id) from social.message), 0);
