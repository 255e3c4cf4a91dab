-- Words beside punctuation, symbols and emoji: these are spaces in what is indexed and in what is asked, whatever locale
-- the database has. The parser takes all that is not ASCII for letters where LC_CTYPE is C, and joins parts with ASCII
-- punctuation to addresses and file names.

-- Letter case of all scripts, which the default collation of a database may not have.
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    create collation search.folding (provider = builtin, locale = 'C.UTF-8');
  elsif exists (select from pg_collation where collname = 'und-x-icu') then
    create collation search.folding (provider = icu, locale = 'und');
  else
    create collation search.folding from "C";
  end if;
end $$;

-- Words that are followed by digits have accents as well.
alter text search configuration search.stemmed alter mapping for numword with unaccent, pg_catalog.simple;
alter text search configuration search.unstemmed alter mapping for numword with unaccent, pg_catalog.simple;

-- Rows that are indexed as before are asked as before, until a job has indexed all of them anew.
alter function search.query(regconfig, text, boolean) rename to former_query;

-- What a word may have or not: accents of their own, vowel points of Arabic and Hebrew, tatweel, joiners, soft hyphens,
-- variation selectors, and the color of emoji. For the brackets of a regular expression.
create function search.optional() returns text language sql immutable parallel safe return
  '\u00AD\u02BB\u02BE\u02BF\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640'
  || '\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0730-\u074A\u08CA-\u08E1\u08E3-\u08FF'
  || '\u180B-\u180F\u1AB0-\u1AFF\u1DC0-\u1DFF\u200C\u200D\u2060-\u2064\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF'
  || '\U0001F3FB-\U0001F3FF\U000E0000-\U000E0FFF';

-- Punctuation, symbols, spaces, and other format characters (P, S, Z, Cc, Cf and Co of Unicode) that are not ASCII, and
-- letters that are written for apostrophes.
create function search.separators() returns text language sql immutable parallel safe return
  '\u0080-\u00A9\u00AB\u00AC\u00AE-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u02B9\u02BC\u02C2-\u02C5'
  || '\u02D2-\u02DF\u02E5-\u02EB\u02ED\u02EF-\u02FF\u0375\u037E\u0384\u0385\u0387\u03F6\u0482\u055A-\u055F'
  || '\u0589-\u058F\u05BE\u05C0\u05C3\u05C6\u05F3-\u060F\u061B-\u061F\u066A-\u066D\u06D4\u06DD\u06DE\u06E9'
  || '\u06FD\u06FE\u0700-\u070F\u07F6-\u07F9\u07FE\u07FF\u0830-\u083E\u085E\u0888\u0890\u0891\u08E2\u0964\u0965'
  || '\u0970\u09F2\u09F3\u09FA\u09FB\u09FD\u0A76\u0AF0\u0AF1\u0B70\u0BF3-\u0BFA\u0C77\u0C7F\u0C84\u0D4F\u0D79'
  || '\u0DF4\u0E3F\u0E4F\u0E5A\u0E5B\u0F01-\u0F17\u0F1A-\u0F1F\u0F34\u0F36\u0F38\u0F3A-\u0F3D\u0F85\u0FBE-\u0FC5'
  || '\u0FC7-\u0FDA\u104A-\u104F\u109E\u109F\u10FB\u1360-\u1368\u1390-\u1399\u1400\u166D\u166E\u1680\u169B\u169C'
  || '\u16EB-\u16ED\u1735\u1736\u17D4-\u17D6\u17D8-\u17DB\u1800-\u180A\u1940-\u1945\u19DE-\u19FF\u1A1E\u1A1F'
  || '\u1AA0-\u1AA6\u1AA8-\u1AAD\u1B4E\u1B4F\u1B5A-\u1B6A\u1B74-\u1B7F\u1BFC-\u1BFF\u1C3B-\u1C3F\u1C7E\u1C7F'
  || '\u1CC0-\u1CC7\u1CD3\u1FBD\u1FBF-\u1FC1\u1FCD-\u1FCF\u1FDD-\u1FDF\u1FED-\u1FEF\u1FFD-\u200B\u200E-\u205F'
  || '\u2066-\u206F\u207A-\u207E\u208A-\u208E\u20A0-\u20C1\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118'
  || '\u211E-\u2123\u2125\u2127\u2129\u212E\u213A\u213B\u2140-\u2144\u214A-\u214D\u214F\u218A-\u2319\u231C-\u2327'
  || '\u2329-\u23CE\u23D0-\u23E8\u23FB-\u244A\u249C-\u24E9\u2500-\u25FF\u27C0-\u2B04\u2B08-\u2B1A\u2B1D-\u2B4F'
  || '\u2B51-\u2B54\u2B56-\u2BFF\u2CE5-\u2CEA\u2CF9-\u2CFC\u2CFE\u2CFF\u2D70\u2E00-\u2E2E\u2E30-\u2E5D'
  || '\u2FF0-\u3004\u3008-\u3020\u3030\u3036\u3037\u303D-\u303F\u30A0\u30FB\u3190\u3191\u3196-\u319F\u31C0-\u31EF'
  || '\u3200-\u321E\u322A-\u3247\u3250\u3260-\u327F\u328A-\u32B0\u32C0-\u33FF\u4DC0-\u4DFF\uA490-\uA4C6'
  || '\uA4FE\uA4FF\uA60D-\uA60F\uA673\uA67E\uA6F2-\uA716\uA720\uA721\uA789\uA78A\uA828-\uA82B\uA836-\uA839'
  || '\uA874-\uA877\uA8CE\uA8CF\uA8F8-\uA8FA\uA8FC\uA92E\uA92F\uA95F\uA9C1-\uA9CD\uA9DE\uA9DF\uAA5C-\uAA5F'
  || '\uAA77-\uAA79\uAADE\uAADF\uAAF0\uAAF1\uAB5B\uAB6A\uAB6B\uABEB\uE000-\uF8FF\uFB29\uFBB2-\uFBD2\uFD3E-\uFD4F'
  || '\uFD90\uFD91\uFDC8-\uFDCF\uFDFC-\uFDFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40'
  || '\uFF5B-\uFF65\uFFE0-\uFFFD\U00010100-\U00010102\U00010137-\U0001013F\U00010179-\U00010189'
  || '\U0001018C-\U000101FC\U0001039F\U000103D0\U0001056F\U00010857\U00010877\U00010878\U0001091F\U0001093F'
  || '\U00010A50-\U00010A58\U00010A7F\U00010AC8\U00010AF0-\U00010AF6\U00010B39-\U00010B3F\U00010B99-\U00010B9C'
  || '\U00010D6E\U00010D8E\U00010D8F\U00010EAD\U00010ED0-\U00010ED8\U00010F55-\U00010F59\U00010F86-\U00010F89'
  || '\U00011047-\U0001104D\U000110BB-\U000110C1\U000110CD\U00011140-\U00011143\U00011174\U00011175'
  || '\U000111C5-\U000111C8\U000111CD\U000111DB\U000111DD-\U000111DF\U00011238-\U0001123D\U000112A9'
  || '\U000113D4-\U000113D8\U0001144B-\U0001144F\U0001145A-\U0001145D\U000114C6\U000115C1-\U000115D7'
  || '\U00011641-\U00011643\U00011660-\U0001166C\U000116B9\U0001173C-\U0001173F\U0001183B\U00011944-\U00011946'
  || '\U000119E2\U00011A3F-\U00011A46\U00011A9A-\U00011A9C\U00011A9E-\U00011AA2\U00011B00-\U00011B09\U00011BE1'
  || '\U00011C41-\U00011C45\U00011C70\U00011C71\U00011EF7\U00011EF8\U00011F43-\U00011F4F\U00011FD5-\U00011FFF'
  || '\U00012470-\U00012474\U00012FF1\U00012FF2\U00013430-\U0001343F\U00016A6E\U00016A6F\U00016AF5'
  || '\U00016B37-\U00016B3F\U00016B44\U00016B45\U00016D6D-\U00016D6F\U00016E97-\U00016E9A\U00016FE2\U0001BC9C'
  || '\U0001BC9F-\U0001CCEF\U0001CCFA-\U0001CEF0\U0001CF50-\U0001D164\U0001D16A-\U0001D16C\U0001D173-\U0001D17A'
  || '\U0001D183\U0001D184\U0001D18C-\U0001D1A9\U0001D1AE-\U0001D241\U0001D245\U0001D300-\U0001D356\U0001D6C1'
  || '\U0001D6DB\U0001D6FB\U0001D715\U0001D735\U0001D74F\U0001D76F\U0001D789\U0001D7A9\U0001D7C3'
  || '\U0001D800-\U0001D9FF\U0001DA37-\U0001DA3A\U0001DA6D-\U0001DA74\U0001DA76-\U0001DA83\U0001DA85-\U0001DA8B'
  || '\U0001E14F\U0001E2FF\U0001E5FF\U0001E95E\U0001E95F\U0001ECAC\U0001ECB0\U0001ED2E\U0001EEF0\U0001EEF1'
  || '\U0001FB00-\U0001FBEF\U0001FBFA\U000F0000-\U0010FFFD';

-- Emoji, each of which is a word.
create function search.emoji() returns text language sql immutable parallel safe return
  '\u231A\u231B\u2328\u23CF\u23E9-\u23FA\u2600-\u27BF\u2B05-\u2B07\u2B1B\u2B1C\u2B50\u2B55\U0001F000-\U0001FAFF';

-- Characters that are found one by one and in pairs.
create function search.single() returns text language sql immutable parallel safe return search.unspaced() || search.emoji();

-- One form of words that can be written in several: letter case, forms of one letter in Arabic and Persian, vowels with
-- accents in Greek, dotted and dotless i, digits of other scripts. Accents of Latin letters are left to the dictionary, for
-- which a word with one is no stop word.
create function search.folded(typed text) returns text language plpgsql immutable strict parallel safe as $$
declare
  whole text;
begin
  if octet_length(typed) = char_length(typed) then return lower(typed); end if;
  whole := translate(typed, '™℠', '  ');
  whole := case when char_length(whole) <= 100 then normalize(whole, nfkc) else search.composed(whole) end;
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

-- The words of a text, with spaces between them. Those are one word that would be none in parts: "can't" and "AT&T", and
-- "how-to" beside its parts. 1,000 is one number.
create function search.plain(typed text) returns text language plpgsql immutable strict parallel safe as $$
declare
  whole text := typed;
begin
  if octet_length(typed) <> char_length(typed) then
    whole := regexp_replace(translate(search.folded(typed), '‘’‛ʹʼ′´`‐‑', repeat('''', 8) || '--'),
      '[' || search.separators() || ']+', ' ', 'g');
  end if;
  if strpos(whole, '&') > 0 then
    whole := regexp_replace(whole, '\m([a-z]{1,2})&([a-z]{1,2})(?![[:alnum:]=])', '\1\2', 'gi');
  end if;
  if strpos(whole, '''') > 0 then whole := regexp_replace(whole, '(n)''(t)\M', '\1\2', 'gi'); end if;
  if whole ~ '[0-9][,''][0-9]{3}' then whole := regexp_replace(whole, '([0-9])[,''](?=[0-9]{3}(?![0-9]))', '\1', 'g'); end if;
  if strpos(whole, '-') > 0 then whole := regexp_replace(whole, '([a-z])-(?=[a-z])', E'\\1\x01', 'gi'); end if;
  return translate(whole, E'\x01!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', '-' || repeat(' ', 32));
end $$;

create or replace function search.vector(config regconfig, typed text) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  whole text := search.plain(typed);
begin
  if octet_length(whole) = char_length(whole) or whole !~ ('[' || search.single() || ']') then
    return to_tsvector(config, whole);
  end if;
  return to_tsvector(config, regexp_replace(whole, '[' || search.single() || ']+', ' ', 'g'))
    || search.grams(regexp_replace(whole, '[^' || search.single() || ']+', ' ', 'g'));
end $$;

-- All the words, or as a phrase. The parts of one that has punctuation in it, such as "node.js", are in this order.
create function search.query(config regconfig, typed text, is_phrase boolean default false) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  each text;
  whole text;
  asked tsquery := '';
  parts tsquery;
begin
  foreach each in array case when is_phrase then array[left(typed, 1000)] else regexp_split_to_array(left(typed, 1000), '\s+') end loop
    whole := search.plain(each);
    parts := phraseto_tsquery(config, regexp_replace(translate(whole, '-', ' '), '[' || search.single() || ']+', ' ', 'g'));
    if numnode(parts) = 0 and strpos(whole, '-') > 0 then parts := phraseto_tsquery(config, whole); end if;
    asked := asked && parts && search.gram_query(regexp_replace(whole, '[^' || search.single() || ']+', ' ', 'g'));
  end loop;
  return asked;
end $$;

create or replace function search.beginning(config regconfig, word text) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  whole text := trim(search.plain(left(word, 1000)));
begin
  if whole ~ ('[ ' || search.single() || ']') then return search.query(config, word); end if;
  return case when whole = '' then '' else to_tsquery(config, '''' || whole || ''':*') end;
end $$;

-- A name as it is compared. Punctuation other than ASCII is a space, except what stands for an apostrophe or a hyphen.
create or replace function search.name(typed text) returns text language plpgsql immutable strict parallel safe as $$
declare
  whole text;
begin
  if octet_length(typed) = char_length(typed) then return lower(typed); end if;
  whole := search.folded(typed);
  if whole ~ ('[' || search.separators() || ']') then
    whole := regexp_replace(translate(whole, '‘’‛ʹʼ′´‐‑‒–—−', '''''''''''''''------'), '[' || search.separators() || ']+', ' ', 'g');
  end if;
  return regexp_replace(unaccent(whole), '([' || search.single() || '])', ' \1 ', 'g');
end $$;

create or replace function search.name_patterns(word text) returns text[] language sql immutable strict parallel safe
return case when char_length(trim(search.name(word))) < 3
  then array[search.literal(trim(search.name(word))) || '%', '% ' || search.literal(trim(search.name(word))) || '%']
  else array['%' || search.literal(trim(search.name(word))) || '%'] end;

-- Posts and messages are indexed anew by a job, the newest first. These are the newest that may not have been yet.
update social.search_progress set old_index_to = coalesce((select max(id) from social.post), 0);
alter table social.search_progress add column old_messages_to bigint not null default 0;
update social.search_progress set old_messages_to = coalesce((select max(id) from social.message), 0);

-- Indexes of names, which a job builds anew meanwhile. Until then, they miss a name only if it has a written form that the
-- former function did not know.
create table system.stale_index (name text primary key);
insert into system.stale_index (name)
values ('identity.account_by_name'), ('social.page_by_name'), ('links.link_search');

create or replace function links.searchable(alias text, title text, url text) returns text language sql immutable parallel safe
return lower(alias || ' ' || title || ' ' || left(url, 1000))
  || case when octet_length(alias || title) = char_length(alias || title) then '' else ' ' || search.name(alias || ' ' || title) end;

-- The query for what is indexed now, and for as long as some rows are indexed as before, for those as well.
create function search.former_or(asked tsquery, former tsquery) returns tsquery language sql immutable parallel safe return
  case when asked = former or numnode(former) = 0 then asked when numnode(asked) = 0 then former else asked || former end;
create or replace function social.post_query(typed text, is_phrase boolean default false) returns tsquery
language sql stable strict parallel safe
return case when exists (select from social.search_progress where old_index_to > 0)
  then search.former_or(search.query('search.stemmed', typed, is_phrase), search.former_query('search.stemmed', typed, is_phrase))
  else search.query('search.stemmed', typed, is_phrase) end;
create function social.message_query(typed text) returns tsquery language sql stable strict parallel safe
return case when exists (select from social.search_progress where old_messages_to > 0)
  then search.former_or(search.query('search.stemmed', typed), search.former_query('search.stemmed', typed))
  else search.query('search.stemmed', typed) end;

-- There are few terms, and known words have a form of their own only where they are not ASCII.
update social.term set search = setweight(search.vector('search.unstemmed', concat_ws(' ', name, array_to_string(aliases, ' '))), 'A')
  || setweight(search.vector('search.stemmed', definition), 'B');
update social.search_word set word = word where octet_length(word) <> char_length(word);
