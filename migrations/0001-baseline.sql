-- The database schema at the first release. Later migrations are files of their own, named by their UTC minute.
--
-- Sections: text search, system, identity, social, links, paid, agents. A table is followed by its rows, indexes,
-- functions and triggers. Conventions:
--
-- - State is a nullable timestamp (`deleted_at`, `held_at`), so that it also says when.
-- - Amounts of money are whole millionths of the currency of the installation, unless a comment says otherwise.
-- - Columns named `sealed` or `…_sealed` are encrypted with SECRET_KEY; `…_hash` holds only a hash.

-- ---------------------------------------------------------------------------------------------------------------------
-- Text search
-- ---------------------------------------------------------------------------------------------------------------------
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;
create schema search;

-- The parser of PostgreSQL treats everything that is not ASCII as letters if LC_CTYPE is C, and joins parts with
-- ASCII punctuation to addresses and file names. Punctuation, symbols and emoji are therefore replaced by spaces
-- before texts and queries are parsed, which is independent of the database's locale. This collation has the letter
-- case of all scripts.
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    create collation search.folding (provider = builtin, locale = 'C.UTF-8');
  elsif exists (select from pg_collation where collname = 'und-x-icu') then
    create collation search.folding (provider = icu, locale = 'und');
  else
    create collation search.folding from "C";
  end if;
end $$;

-- A word with an accent is not a stop word: "mỹ" is not "my".
create text search dictionary search.stem (template = pg_catalog.snowball, language = english);

create text search configuration search.stemmed (copy = pg_catalog.english);
alter text search configuration search.stemmed
  alter mapping for word, hword, hword_part with unaccent, search.stem;
-- Words followed by digits lose their accents too.
alter text search configuration search.stemmed alter mapping for numword with unaccent, pg_catalog.simple;

create text search configuration search.unstemmed (copy = pg_catalog.simple);
alter text search configuration search.unstemmed
  alter mapping for word, hword, hword_part with unaccent, pg_catalog.simple;
alter text search configuration search.unstemmed alter mapping for numword with unaccent, pg_catalog.simple;

-- Characters of scripts that are written without spaces, or whose words have endings as in Korean, for the brackets
-- of a regular expression: Thai, Lao, Myanmar, Khmer, Kana, Bopomofo, Han, Hangul. `search.unspaced` adds their
-- combining marks.
create function search.unspaced_letters() returns text language sql immutable parallel safe return
  '\u0E01-\u0E37\u0E40-\u0E47\u0E4C-\u0E4E\u0E81-\u0EB7\u0EBB-\u0EC7\u0ECC-\u0ECE\u0EDC-\u0EDF'
  || '\u1000-\u1036\u1038\u103B-\u103F\u1050-\u108C\u108E\u108F\u109A-\u109D\u1780-\u17D1\u17D3\u17D7\u17DC'
  || '\u1100-\u11FF\u2E80-\u2FDF\u3005-\u3007\u3021-\u3029\u3038-\u303B\u3041-\u3096\u309B-\u309F\u30A1-\u30FA'
  || '\u30FC-\u30FF\u3105-\u318E\u31A0-\u31BF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97C\uAC00-\uD7FB'
  || '\uF900-\uFAFF\U00020000-\U0003FFFF';

create function search.unspaced() returns text language sql immutable parallel safe return search.unspaced_letters()
  || '\u0E38-\u0E3A\u0E48-\u0E4B\u0EB8-\u0EBA\u0EC8-\u0ECB\u1037\u1039\u103A\u108D\u17D2\u17DD\u3099\u309A';

-- Optional parts of words: combining accents, vowel points of Arabic and Hebrew, tatweel, joiners, soft hyphens,
-- variation selectors, and skin tones of emoji. For the brackets of a regular expression.
create function search.optional() returns text language sql immutable parallel safe return
  '\u00AD\u02BB\u02BE\u02BF\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640'
  || '\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0730-\u074A\u08CA-\u08E1\u08E3-\u08FF'
  || '\u180B-\u180F\u1AB0-\u1AFF\u1DC0-\u1DFF\u200C\u200D\u2060-\u2064\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF'
  || '\U0001F3FB-\U0001F3FF\U000E0000-\U000E0FFF';

-- Punctuation, symbols, spaces and other format characters (P, S, Z, Cc, Cf and Co of Unicode) outside ASCII, and
-- letters that are used as apostrophes.
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

-- Characters that are indexed one by one and in pairs.
create function search.single() returns text language sql immutable parallel safe return search.unspaced() || search.emoji();

-- Folds letter case, width and equivalent letters. `search.composed` splits a line after a hundred characters that
-- separate words outside ASCII, as in Tibetan, or that are emoji. Digits in groups with narrow spaces between them
-- are one number.
create function search.folded(typed text) returns text language plpgsql immutable strict parallel safe as $$
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

-- The words of a text, separated by spaces. Words with meaningful punctuation stay whole ("can't", "AT&T"); "how-to"
-- is indexed as a whole and in parts. 1,000 is one number.
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

-- ANALYZE computes indexed expressions without a search path, where a function with a text body does not find the
-- extension. This body is bound at creation.
create function search.unaccented(typed text) returns text language sql immutable strict parallel safe return unaccent(typed);

-- The composed Unicode form. Sorting combining marks takes quadratic time in the number of consecutive marks, so only
-- the first hundred of such a run are kept.
create function search.composed(typed text) returns text language sql immutable parallel safe return
  left(normalize(regexp_replace(
    left(typed, 100000),
    '([^\u0001-\u007F' || search.unspaced_letters() || ']{100})[^\u0001-\u007F' || search.unspaced_letters() || ']+',
    '\1 ', 'g'
  ), nfkc), 100000);

-- Single characters and pairs of adjacent characters. Positions restart after 12,000, the maximum of a text.
create function search.grams(runs text) returns tsvector language sql immutable parallel safe return (
  select coalesce(string_agg(
    '''' || c || case when next = ' ' then '''' else ''' ''' || c || next || ''':' || n % 12000 + 1 end, ' '
  ), '')::tsvector
  from (
    select c, n, lead(c, 1, ' ') over (order by n) as next
    from unnest(string_to_array(left(runs, 40000), null)) with ordinality as each (c, n)
  ) as pair where c <> ' '
);

create function search.vector(config regconfig, typed text) returns tsvector
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

create function search.gram_query(runs text) returns tsquery language sql immutable parallel safe return (
  select coalesce(string_agg(
    case when char_length(run) = 1 then '''' || run || '''' else (
      select string_agg('''' || substr(run, i, 2) || '''', ' <-> ' order by i)
      from generate_series(1, char_length(run) - 1) as i
    ) end, ' & '
  ), '')::tsquery
  from string_to_table(left(runs, 500), ' ') as run where run <> ''
);

-- A query for all words, or for a phrase. The parts of a word with punctuation, such as "node.js", must be adjacent.
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

-- Combines the query for the current index format with the query for rows that a job has not reindexed yet.
create function search.former_or(asked tsquery, former tsquery) returns tsquery language sql immutable parallel safe return
  case when asked = former or numnode(former) = 0 then asked when numnode(asked) = 0 then former else asked || former end;

-- The query for rows in the previous index format.
create function search.former_query(config regconfig, typed text, is_phrase boolean default false) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  whole text := search.composed(left(typed, 1000));
  spaced text := regexp_replace(whole, '[' || search.unspaced() || ']+', ' ', 'g');
begin
  return case when is_phrase then phraseto_tsquery(config, spaced) else plainto_tsquery(config, spaced) end
    && search.gram_query(regexp_replace(whole, '[^' || search.unspaced() || ']+', ' ', 'g'));
end $$;

-- A query for words with this prefix. In scripts without spaces, any part of a word matches.
create function search.beginning(config regconfig, word text) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  whole text := trim(search.plain(left(word, 1000)));
begin
  if whole ~ ('[ ' || search.single() || ']') then return search.query(config, word); end if;
  return case when whole = '' then '' else to_tsquery(config, '''' || whole || ''':*') end;
end $$;

-- A name in its comparable form. Punctuation outside ASCII is a space, unless it is used as an apostrophe or a
-- hyphen.
create function search.name(typed text) returns text language plpgsql immutable strict parallel safe as $$
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

-- Escapes a text for use in a `like` pattern.
create function search.literal(typed text) returns text language sql immutable strict parallel safe
return regexp_replace(typed, '([\\%_])', '\\\1', 'g');

-- `like` patterns for names that contain the word. The trigram index supports words of one or two letters only at the
-- start of a word.
create function search.name_patterns(word text) returns text[] language sql immutable strict parallel safe
return case when char_length(trim(search.name(word))) < 3
  then array[search.literal(trim(search.name(word))) || '%', '% ' || search.literal(trim(search.name(word))) || '%']
  else array['%' || search.literal(trim(search.name(word))) || '%'] end;

-- Each group of a search has its own index, so that a word that is common in posts does not slow down a search for
-- threads. Ids are in slices of three widths: narrow slices find common words quickly, wide slices skip ranges
-- without matches. The author is also a key, for `from:`. The search of posts computes the same keys.
create function search.keys(id bigint, author_id bigint) returns bigint[] language sql immutable parallel safe
return array[id / 256 * 4, id / 4096 * 4 + 1, id / 65536 * 4 + 2, author_id * 4 + 3];

-- ---------------------------------------------------------------------------------------------------------------------
-- System: what both services need to run
-- ---------------------------------------------------------------------------------------------------------------------
create schema system;

create function system.email_key(email text, folded text) returns text language sql immutable parallel safe
return case when octet_length(email) = char_length(email) then lower(email collate "C") else folded end;

-- Settings that operators change at runtime.
create table system.setting (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);

-- Counters of rate limits, in the format of rate-limiter-flexible. Unlogged, because they are written on every call,
-- and losing them in a crash of PostgreSQL only resets the limits.
create unlogged table system.rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 70);

create index rate_limit_expire on system.rate_limit (expire);

-- Counters of rate limits that survive a crash, such as sign-in locks.
create table system.durable_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 70);

create index durable_limit_expire on system.durable_limit (expire);

-- Responses to requests with an Idempotency-Key, stored for a day and returned again when the request is repeated.
create table system.idempotency_key (
  account_id bigint not null,
  key text not null,
  -- Hash of operation and body: the same key with another request is rejected.
  request bytea not null,
  status smallint,
  -- Encrypted, because a response can contain a secret that is shown once.
  response bytea,
  created_at timestamptz not null,
  primary key (account_id, key)
);

create index idempotency_key_age on system.idempotency_key (created_at);

-- Outgoing mail that the operator can read if no mail server is configured.
create table system.outbox_mail (
  id bigint generated always as identity primary key,
  sent_at timestamptz not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text
);

create index outbox_mail_sent_at on system.outbox_mail (sent_at);

-- Processes that run jobs. The jobs of a runner without a recent heartbeat return to the queue.
create table system.job_runner (
  -- The name with which the queue locks jobs for this runner.
  id text primary key,
  -- From the database's clock, which all processes share.
  seen_at timestamptz not null
);

-- Files between upload and first use. The row is written before the file, so that a crash between storing a file and
-- referencing it leaves a trace. A job checks each row after a few days, deletes files without references, and
-- deletes the row.
create table system.stored_file (
  path text primary key,
  stored_at timestamptz not null
);

create index stored_file_age on system.stored_file (stored_at);

-- Indexes that a job rebuilds because a function in them has changed. Until then, they only miss text in forms that
-- the previous function did not recognize.
create table system.stale_index (
  name text primary key
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Identity: accounts, credentials and permissions of both services
-- ---------------------------------------------------------------------------------------------------------------------
create schema identity;

create function identity.username_hash(username text) returns bytea language sql immutable parallel safe
  return sha256(convert_to(lower(username), 'UTF8'));

-- A skeleton that confusable names share, such as `J4ne Austen` and `jane.austen`, also in Cyrillic letters. In
-- plpgsql, because it is never inlined and index expressions therefore match those of queries.
create function identity.name_skeleton(name text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  -- Combining marks, spaces, punctuation, and invisible characters.
  name := regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff[:space:][:punct:]·•‘’–—]', '', 'g');
  name := lower(translate(name,
    'аАвВеЕёЁкКмМнНоОрРсСтТуУхХіІїЇјЈѕЅԁһԛԝӏ' || 'αΑΒΕΗΙιΚκΜΝνΟοΡρΤτΥυΧχΖ' || 'ıłŁøØđĐɑɡ',
    'aAbBeEeEkKmMhHoOpPcCtTyYxXiIiIjJsSdhqwl' || 'aABEHIiKkMNvOoPpTtYuXxZ' || 'ilLoOdDag'));
  name := replace(replace(name, 'rn', 'm'), 'vv', 'w');
  return translate(name, '0134578i', 'oleastbl');
end $$;

-- Accounts ------------------------------------------------------------------------------------------------------------

-- Roles and their permissions.
create table identity.role (
  name text primary key,
  title text not null,
  permissions text[] not null
);

insert into identity.role (name, title, permissions) values
  ('glossarist', 'Glossary keeper', '{glossary}'),
  ('member', 'Member', '{}'),
  ('moderator', 'Moderator', '{moderate,glossary}'),
  ('operator', 'Operator', '{operate,moderate,glossary}');

-- Plans of Hop with their limits.
create table identity.plan (
  -- The `status` of an account in the API.
  name text check (name ~ '^[a-z0-9][a-z0-9-]{0,29}$') primary key,
  -- API calls per minute; null: HOP_RATE_LIMIT.
  calls integer check (calls > 0),
  -- Limits by name: {"links": 100, "domains": 1}. A missing name is unlimited.
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object')
);

insert into identity.plan (name, limits) values
  ('free', '{}'),
  ('pro', '{}');

-- Accounts of people and owners of apps, shared by both services.
create table identity.account (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  gender text not null default '',
  biography text not null default '',
  -- Paths in the file store, of the picture and its small variant; null: initials are shown.
  picture text,
  picture_small text,
  cover text,
  role text not null default 'member' references identity.role (name),
  registered_at timestamptz not null,
  last_seen_at timestamptz,
  activated_at timestamptz,
  suspended_at timestamptz,
  deleted_at timestamptz,
  user_group_id bigint,
  birthdate date,
  phone text not null default '',
  -- When onboarding (picture, interests, people) was completed or skipped.
  started_at timestamptz,
  -- Optional profile fields. Empty: not set.
  website text not null default '',
  relationship text not null default '',
  country text not null default '',
  city text not null default '',
  hometown text not null default '',
  work_title text not null default '',
  work_place text not null default '',
  work_url text not null default '',
  edu_school text not null default '',
  edu_major text not null default '',
  edu_class text not null default '',
  -- Addresses by network: {"linkedin": "https://…"}.
  social_links jsonb not null default '{}',
  -- When an operator verified the identity of the account.
  verified_at timestamptz,
  -- Who can see which field of a profile: {"email": "friends", …}. Missing fields have defaults.
  privacy jsonb not null default '{}',
  -- The preferred language; empty: the language of the browser.
  language text not null default '',
  -- The reason of a suspension, as shown to the account's owner.
  suspension_reason text not null default '',
  -- The placeholder author of content whose author deleted their account, for content that others have replied to. It
  -- cannot sign in and is not listed.
  is_former boolean not null default false,
  -- When a temporary suspension ends.
  suspended_until timestamptz,
  -- App grants until this time are revoked: the owner revoked them together with a change of password.
  grants_ended_at timestamptz,
  -- When deletion of the account was requested. From then on the account is hidden, until the request is canceled.
  deletion_requested_at timestamptz,
  -- Accounts created by `npm run demo`, whose password is published. They cannot have a role, and the first person
  -- who signs up beside them becomes the operator.
  is_sample boolean not null default false,
  -- The folded email address if it is not plain ASCII, so that one address is one account in any letter case, Unicode
  -- form or IDN form. For ASCII addresses, `system.email_key` computes the same.
  email_folded text
);

-- User names are unique regardless of letter case.
create unique index account_username_key on identity.account (lower(username));

-- Lists of accounts for operators.
create index account_all on identity.account (id desc) where deleted_at is null;
create index account_of_staff on identity.account (role, id desc) where role <> 'member' and deleted_at is null;
create index account_suspended on identity.account (id desc) where suspended_at is not null and deleted_at is null;
create index account_waiting on identity.account (id desc) where activated_at is null and deleted_at is null;
create unique index account_former on identity.account (is_former) where is_former;
create index account_in_deletion on identity.account (id) where deletion_requested_at is not null;
create index account_by_name on identity.account
  using gin (search.name(username || ' ' || first_name || ' ' || last_name) gin_trgm_ops);

-- Only a few accounts are verified, so these indexes are small.
create index account_verified_username on identity.account (identity.name_skeleton(username))
  where verified_at is not null and deleted_at is null;
create index account_verified_name on identity.account (identity.name_skeleton(first_name || ' ' || last_name))
  where verified_at is not null and deleted_at is null;
create index account_email_unfolded on identity.account (email) where email_folded is null
  and octet_length(email) <> char_length(email);
create unique index account_email_key on identity.account (system.email_key(email, email_folded))
  where activated_at is not null;
create index account_email_unconfirmed on identity.account (system.email_key(email, email_folded))
  where activated_at is null;

create function identity.refuse_reserved_username() returns trigger language plpgsql as $$
begin
  if exists (select from identity.reserved_username
    where username_hash = identity.username_hash(new.username) and former_owner_id <> new.id) then
    raise unique_violation
      using message = 'The user name is reserved for its former owner', constraint = 'account_username_key';
  end if;
  return null;
end $$;

create trigger refuse_reserved_username after insert on identity.account for each row
  execute function identity.refuse_reserved_username();

create trigger refuse_reserved_username_of_changed after update of username on identity.account for each row
  when (lower(new.username) <> lower(old.username)) execute function identity.refuse_reserved_username();

-- The insert waits for concurrent transactions that claim or release the same name, so the result of the check is
-- final.
create function identity.claim_name() returns trigger language plpgsql as $$
declare
  kind text := tg_argv[0];
begin
  if tg_op = 'UPDATE' and kind = 'person' then
    delete from identity.taken_name where name = lower(old.username) and holder = kind and holder_id = old.id;
  end if;
  insert into identity.taken_name values (lower(new.username), kind, new.id) on conflict (name) do nothing;
  if not exists (select from identity.taken_name
    where name = lower(new.username) and holder = kind and holder_id = new.id) then
    raise unique_violation using message = 'The user name is taken', constraint = tg_argv[1];
  end if;
  return null;
end $$;

create trigger claim_name after insert on identity.account for each row
  execute function identity.claim_name('person', 'account_username_key');

create trigger claim_name_of_changed after update of username on identity.account for each row
  when (lower(new.username) <> lower(old.username))
  execute function identity.claim_name('person', 'account_username_key');

create function identity.release_names() returns trigger language plpgsql as $$
begin
  delete from identity.taken_name where holder = tg_argv[0] and holder_id = old.id;
  return null;
end $$;

create trigger release_names after delete on identity.account for each row execute function identity.release_names('person');

-- Suspensions of accounts, each with its author, reason and end. An account is suspended while one of them is in
-- force; account.suspended_at, suspended_until and suspension_reason are derived from those in force.
create table identity.suspension (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  suspended_by bigint references identity.account (id) on delete set null,
  -- The decision that caused it, such as "case 12"; empty: an operator suspended the account directly.
  source text not null default '',
  reason text not null default '',
  created_at timestamptz not null,
  -- Null: until it is lifted.
  ends_at timestamptz,
  lifted_at timestamptz,
  lifted_by bigint references identity.account (id) on delete set null
);

create index suspension_in_force on identity.suspension (account_id) where lifted_at is null;
create index suspension_due on identity.suspension (ends_at) where lifted_at is null and ends_at is not null;

-- Requests to delete an account, or its data in one service. The data is deleted after a grace period.
create table identity.deletion_request (
  account_id bigint not null references identity.account (id) on delete cascade,
  scope text not null check (scope in ('account', 'links')),
  requested_at timestamptz not null,
  due_at timestamptz not null,
  -- The operator who requested the deletion, and who alone can cancel it; null: the owner.
  requested_by bigint references identity.account (id),
  -- The reason, as shown to the owner.
  reason text not null default '',
  primary key (account_id, scope)
);

create index deletion_request_due on identity.deletion_request (due_at);

-- Lower-case user names of people and pages, and former names that redirect to pages. A name belongs to one of them
-- only.
create table identity.taken_name (
  name text primary key,
  holder text not null check (holder in ('person', 'page')),
  holder_id bigint not null
);

create index taken_name_of_holder on identity.taken_name (holder, holder_id);

-- Released user names, reserved for their former owners. Only the hash is stored, because the row outlives the
-- account.
create table identity.reserved_username (
  username_hash bytea primary key,
  former_owner_id bigint not null,
  released_at timestamptz not null
);

create index reserved_username_age on identity.reserved_username (released_at);

-- Profiles ------------------------------------------------------------------------------------------------------------

-- Genders to choose from. Ids are used by the API. Deleted entries stay valid for accounts that have chosen them.
create table identity.gender (
  id bigint generated always as identity primary key,
  title text not null,
  position integer not null default 0,
  deleted_at timestamptz
);

insert into identity.gender (title, position) values
  ('Male', 1),
  ('Female', 2),
  ('Other', 3);

-- Profile fields that operators define.
create table identity.profile_field (
  id bigint generated always as identity primary key,
  label text not null,
  kind text not null check (kind in ('textbox', 'textarea', 'selectbox', 'multipleselectbox')),
  options text[] not null default '{}',
  is_required boolean not null default false,
  -- Whether the sign-up form has the field; otherwise only the settings have it.
  at_sign_up boolean not null default true,
  -- Whether the profile shows the field.
  is_public boolean not null default true,
  max_length integer not null default 255 check (max_length between 1 and 5000),
  position integer not null default 0,
  deleted_at timestamptz
);

-- Values of profile fields.
create table identity.profile_value (
  account_id bigint not null references identity.account (id) on delete cascade,
  field_id bigint not null references identity.profile_field (id) on delete cascade,
  -- The text, or for choices the comma-separated indexes of the chosen options, starting from 0.
  value text not null,
  primary key (account_id, field_id)
);

-- Groups of users that operators define.
create table identity.user_group (
  id bigint generated always as identity primary key,
  title text not null,
  position integer not null default 0,
  deleted_at timestamptz
);

alter table identity.account add foreign key (user_group_id) references identity.user_group (id) on delete set null;

-- Sessions and credentials --------------------------------------------------------------------------------------------

-- Sessions. Only the hash of the token is stored.
create table identity.session (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  token_hash bytea not null unique,
  -- Whether a browser or the mobile API created the session.
  created_via text not null check (created_via in ('page', 'api')),
  device_type text not null default '',
  device_name text not null default '',
  device_os_version text not null default '',
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);

create index session_of_account on identity.session (account_id, last_used_at desc);
create index session_expiry on identity.session (expires_at);

-- Devices from which an account has signed in. A sign-in from another device sends an email. Keyed hashes of browser
-- and system.
create table identity.known_device (
  account_id bigint not null references identity.account (id) on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (account_id, device_hash)
);

-- Devices that have not been used for long are deleted.
create index known_device_seen on identity.known_device (seen_at);

-- Apps that may call /apis/php. X-API-Key identifies the app, and its secret signs the time. Verifying a signature
-- requires the secret itself, so it is encrypted rather than hashed.
create table identity.api_client (
  id bigint generated always as identity primary key,
  name text not null,
  api_key text not null unique,
  secret_sealed bytea,
  created_by bigint references identity.account (id) on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- Origins from which a public client (one that cannot hold a secret, such as a single-page app) can be used, as
  -- browsers send them.
  origins text[] not null default '{}',
  -- Bundle ids of mobile apps, for public clients.
  app_ids text[] not null default '{}',
  -- Whether the app is trusted to forward the network addresses of its users.
  forwards_addresses boolean not null default false,
  constraint api_client_public_is_bound check (secret_sealed is not null
    or (cardinality(origins) + cardinality(app_ids)) > 0),
  constraint api_client_trusted_has_secret check (secret_sealed is not null or not forwards_addresses)
);

-- Answers CORS preflight requests, which carry no key.
create index api_client_origins on identity.api_client using gin (origins) where revoked_at is null;

-- Bearer keys of Hop's API. Only the hash is stored; `sealed` holds the encrypted key until it has been shown once.
create table identity.access_key (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  key_hash bytea not null unique,
  hint text not null,
  sealed bytea,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- The name that its owner gave it.
  name text not null,
  -- Scopes such as {links:write,qr:read}; null: all.
  scopes text[],
  expires_at timestamptz,
  -- The workspace in which the key of a team member acts; null: the key acts for its own account.
  workspace_id bigint references identity.account (id) on delete cascade,
  constraint access_key_workspace_is_another check (workspace_id <> account_id)
);

create index access_key_live on identity.access_key (account_id, id desc) where revoked_at is null;
create index access_key_of_workspace on identity.access_key (workspace_id, id desc) where revoked_at is null;

-- Short-lived codes sent by email, one per purpose. The hash is keyed, because an unkeyed hash of six digits can be
-- reversed immediately.
create table identity.mailed_code (
  account_id bigint not null references identity.account (id) on delete cascade,
  purpose text not null check (purpose in ('activation', 'reset', 'email', 'second-factor')),
  code_hash bytea not null,
  -- The new email address if the purpose is a change of address.
  detail text not null default '',
  tries smallint not null default 0,
  expires_at timestamptz not null,
  -- Keyed hash of the network that requested the code; empty: only sessions of the account can enter it. Wrong
  -- attempts count for this network. Others have attempts of their own, so that nobody can use up the attempts of an
  -- account by naming it.
  place text not null default '',
  other_tries smallint not null default 0,
  primary key (account_id, purpose, place)
);

create index mailed_code_expiry on identity.mailed_code (expires_at);

-- Links sent by email that confirm or undo a change of credentials.
create table identity.mailed_link (
  token_hash bytea primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  purpose text not null check (purpose in ('password', 'email-undo')),
  -- password: the new hash and the sessions to end; email-undo: the address to restore.
  detail jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index mailed_link_of_account on identity.mailed_link (account_id);
create index mailed_link_expiry on identity.mailed_link (expires_at);
create index mailed_link_email on identity.mailed_link (system.email_key((detail ->> 'email'), (detail ->> 'folded')))
  where purpose = 'email-undo';

-- Two-factor authentication of accounts.
create table identity.second_factor (
  account_id bigint primary key references identity.account (id) on delete cascade,
  -- Codes from an authenticator app, or by email.
  method text not null check (method in ('app', 'email')),
  -- The secret of the authenticator app. Computing the current code requires the secret itself.
  secret_sealed bytea,
  -- The time step of the last accepted code: a code is accepted once.
  last_step bigint not null default 0,
  -- Null: not yet confirmed with a first code.
  confirmed_at timestamptz
);

-- Single-use codes for people who lost their second factor.
create table identity.recovery_code (
  account_id bigint not null references identity.account (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Sign-ins with a correct password that wait for the second factor.
create table identity.challenge (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  handle_hash bytea not null unique,
  method text not null,
  device jsonb not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Attempts of callers that named the account instead of the challenge.
  unbound_tries smallint not null default 0
);

create index challenge_of_account on identity.challenge (account_id, id desc);
create index challenge_expiry on identity.challenge (expires_at);

-- Passkeys. Only the public key is stored.
create table identity.passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  -- Credential id in base64url, as in WebAuthn.
  credential_id text not null unique,
  public_key bytea not null,
  -- Signature counter, if the authenticator has one. A counter that decreases indicates a copied key.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- The host (relying party) of the passkey.
  host text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkey_of_account on identity.passkey (account_id, id);

-- Single-use challenges that authenticators sign within minutes, for the host that requested them.
create table identity.passkey_challenge (
  challenge_hash bytea primary key,
  origin text not null,
  -- The account that adds a passkey, and the name of the passkey; null: a sign-in.
  account_id bigint references identity.account (id) on delete cascade,
  name text not null default '',
  expires_at timestamptz not null
);

create index passkey_challenge_expiry on identity.passkey_challenge (expires_at);
create index passkey_challenge_of_account on identity.passkey_challenge (account_id) where account_id is not null;

-- Invitations to register, if registration is by invitation.
create table identity.invitation (
  id bigint generated always as identity primary key,
  code text not null unique,
  created_by bigint not null references identity.account (id) on delete cascade,
  -- Empty: anyone with the code can use it.
  email text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_by bigint references identity.account (id) on delete set null,
  used_at timestamptz
);

create index invitation_of_account on identity.invitation (created_by, id desc);

-- Plans, teams, audit log ---------------------------------------------------------------------------------------------

-- The plan of an account at Hop, if it is not the default.
create table identity.account_plan (
  account_id bigint primary key references identity.account (id) on delete cascade,
  plan text not null references identity.plan (name),
  -- Null: it does not expire.
  expires_at timestamptz,
  assigned_at timestamptz not null
);

create index account_plan_of on identity.account_plan (plan);
create index account_plan_end on identity.account_plan (expires_at) where expires_at is not null;

-- Accounts without a plan have `free`. Operators have `pro`.
create function identity.plan_of(account bigint) returns text language sql stable as $$
  select coalesce(
    (select plan from identity.account_plan where account_id = account),
    (select 'pro' from identity.account as person join identity.role on role.name = person.role
      where person.id = account and 'operate' = any (role.permissions)),
    'free')
$$;

-- Members of workspaces. An editor can do what the owner can, except for the account itself, its keys and its team. A
-- viewer can only read.
create table identity.team_member (
  owner_id bigint not null references identity.account (id) on delete cascade,
  member_id bigint not null references identity.account (id) on delete cascade,
  role text not null check (role in ('editor', 'viewer')),
  joined_at timestamptz not null,
  check (owner_id <> member_id),
  primary key (owner_id, member_id)
);

create index team_of_member on identity.team_member (member_id, owner_id);

-- Pending invitations to workspaces. Only the hash of the mailed token is stored.
create table identity.team_invitation (
  id bigint generated always as identity primary key,
  owner_id bigint not null references identity.account (id) on delete cascade,
  email text not null,
  role text not null check (role in ('editor', 'viewer')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  email_folded text
);

create unique index team_invitation_email on identity.team_invitation (owner_id, system.email_key(email, email_folded));

-- The audit log.
create table identity.audit (
  id bigint generated always as identity primary key,
  account_id bigint references identity.account (id) on delete set null,
  action text not null,
  subject text not null default '',
  at timestamptz not null,
  -- The workspace in which the action took place; null: the account's own, or the action of an operator.
  workspace_id bigint references identity.account (id) on delete cascade,
  -- The reason or further details.
  detail text not null default ''
);

-- The history of one subject.
create index audit_of_subject on identity.audit (subject, id desc);
create index audit_of_workspace on identity.audit (workspace_id, id desc) where workspace_id is not null;
create index audit_of_account on identity.audit (account_id, id desc);
create index audit_of_action on identity.audit (action, id desc);

-- ---------------------------------------------------------------------------------------------------------------------
-- Social: the social network
-- ---------------------------------------------------------------------------------------------------------------------
create schema social;

-- Uploads and files ---------------------------------------------------------------------------------------------------

-- Storage used by each account, updated with every file, so that a limit does not need a sum over all files. A photo
-- of a post that is also an upload counts once, as the upload.
create table social.storage_usage (
  account_id bigint primary key references identity.account (id) on delete cascade,
  bytes bigint not null
);

-- The row stays locked until the transaction ends, so that concurrent uploads are counted one after the other.
create function social.count_storage(account bigint, change bigint) returns void language sql as $$
  insert into social.storage_usage (account_id, bytes) values (account, greatest(change, 0))
    on conflict (account_id) do update set bytes = greatest(storage_usage.bytes + change, 0)
$$;

-- Uploaded files before and after something shows them: their owner and their properties.
create table social.upload (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  path text not null unique,
  -- Path of the small variant of an image.
  small_path text,
  kind text not null check (kind in ('photos', 'video', 'audio', 'voice_notes', 'file')),
  -- Media type, detected from the content.
  type text not null,
  bytes bigint not null check (bytes >= 0),
  width integer,
  height integer,
  milliseconds bigint,
  created_at timestamptz not null,
  -- When something first showed the file. Files that nothing shows are deleted after a while.
  used_at timestamptz,
  -- Original file name, shown for attachments. Never part of the path.
  name text not null default ''
);

create index upload_of_account on social.upload (account_id, id desc);
create index upload_unused on social.upload (created_at) where used_at is null;

create function social.count_upload() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform social.count_storage(new.account_id, new.bytes);
  elsif exists (select from identity.account where id = old.account_id) then
    perform social.count_storage(old.account_id, -old.bytes);
  end if;
  return null;
end $$;

create trigger count_upload after insert or delete on social.upload for each row execute function social.count_upload();

-- Uploads in chunks, identified by the client.
create table social.chunked_upload (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  guid text not null,
  kind text not null,
  total integer not null check (total between 2 and 1000),
  created_at timestamptz not null,
  -- When a process began to assemble the chunks. If it dies, another one takes over after a few minutes.
  assembling_at timestamptz,
  -- The stored file, returned to repeated requests for a while.
  stored_path text,
  unique (account_id, guid)
);

create index chunked_upload_age on social.chunked_upload (created_at);

-- The chunks that have arrived.
create table social.chunk (
  chunked_upload_id bigint not null references social.chunked_upload (id) on delete cascade,
  position integer not null check (position >= 0),
  path text not null,
  bytes bigint not null,
  primary key (chunked_upload_id, position)
);

-- Pages of organizations ----------------------------------------------------------------------------------------------

-- Categories of pages, blogs, forums, questions, groups and events.
create table social.category (
  id bigint generated always as identity primary key,
  -- What the category is for: pages, blogs, forums …
  kind text not null,
  name text not null,
  parent_id bigint references social.category (id) on delete cascade,
  position integer not null default 0,
  deleted_at timestamptz
);

insert into social.category (kind, name, position) values
  ('pages', 'Business', 1),
  ('pages', 'Community', 2),
  ('pages', 'Brand or product', 3),
  ('pages', 'Artist', 4),
  ('pages', 'Entertainment', 5),
  ('pages', 'Cause', 6),
  ('pages', 'Other', 7),
  ('blogs', 'Technology', 1),
  ('blogs', 'Science', 2),
  ('blogs', 'Culture', 3),
  ('blogs', 'Life', 4),
  ('blogs', 'Business', 5),
  ('blogs', 'Health', 6),
  ('blogs', 'Travel', 7),
  ('blogs', 'Other', 8),
  ('forums', 'General', 1),
  ('forums', 'Help', 2),
  ('forums', 'Off-topic', 3),
  ('questions', 'General', 1),
  ('questions', 'Technology', 2),
  ('questions', 'Science', 3),
  ('questions', 'Everyday life', 4),
  ('groups', 'Friends', 1),
  ('groups', 'Local', 2),
  ('groups', 'Interests', 3),
  ('groups', 'Work', 4),
  ('groups', 'Other', 5),
  ('events', 'Meeting', 1),
  ('events', 'Music', 2),
  ('events', 'Sport', 3),
  ('events', 'Talk', 4),
  ('events', 'Other', 5);

create index category_of_kind on social.category (kind, position, id) where deleted_at is null;

-- Pages of organizations, brands and causes. People who like a page see its posts.
create table social.page (
  id bigint generated always as identity primary key,
  owner_id bigint not null references identity.account (id) on delete cascade,
  username text not null,
  title text not null,
  category_id bigint references social.category (id) on delete set null,
  about text not null default '',
  website text not null default '',
  picture text,
  picture_small text,
  cover text,
  created_at timestamptz not null,
  verified_at timestamptz,
  -- Held by moderation, closed by an operator, deleted by the owner.
  held_at timestamptz,
  suspended_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references identity.account (id) on delete set null,
  suspended_reason text not null default '',
  -- Approximate number of likes, for the order of lists. The displayed number comes from the tally.
  likes integer not null default 0,
  removed_at timestamptz
);

-- The name of a deleted page stays taken while its row exists.
create unique index page_username on social.page (lower(username));
create index page_of_owner on social.page (owner_id, id desc);
create index page_newest on social.page (id desc) where deleted_at is null;
create index page_of_category on social.page (category_id, id desc) where deleted_at is null;
create index page_held on social.page (id) where held_at is not null and deleted_at is null;
create index page_suspended on social.page (id) where suspended_at is not null and deleted_at is null;
create index page_liked on social.page (likes desc, id desc) where deleted_at is null and suspended_at is null
  and held_at is null;
create index page_liked_of_category on social.page (category_id, likes desc, id desc) where deleted_at is null
  and suspended_at is null and held_at is null;
create index page_deleted_of_owner on social.page (owner_id, id desc) where deleted_at is not null;
create index page_by_name on social.page using gin (search.name(username || ' ' || title) gin_trgm_ops)
  where deleted_at is null;
create index page_verified_username on social.page (identity.name_skeleton(username)) where verified_at is not null
  and deleted_at is null;
create index page_verified_title on social.page (identity.name_skeleton(title)) where verified_at is not null
  and deleted_at is null;

create trigger claim_name after insert on social.page for each row
  execute function identity.claim_name('page', 'page_username');

create trigger claim_name_of_changed after update of username on social.page for each row
  when (lower(new.username) <> lower(old.username)) execute function identity.claim_name('page', 'page_username');

create trigger release_names after delete on social.page for each row execute function identity.release_names('page');

-- A released user name is reserved for its former owner, for pages as well.
create function social.refuse_reserved_username() returns trigger language plpgsql as $$
begin
  if exists (select from identity.reserved_username
    where username_hash = identity.username_hash(new.username) and former_owner_id <> new.owner_id) then
    raise unique_violation using message = 'The user name is reserved for its former owner', constraint = 'page_username';
  end if;
  return null;
end $$;

create trigger take_reserved_username after insert on social.page for each row
  execute function social.refuse_reserved_username();

create trigger take_reserved_username_of_changed after update of username on social.page for each row
  when (lower(new.username) <> lower(old.username)) execute function social.refuse_reserved_username();

create function social.refuse_deleting_with_subscribers() returns trigger language plpgsql as $$
begin
  if social.has_paid_time(null, new.id, new.deleted_at) then
    raise exception 'People have paid this page for time ahead: end their subscriptions under Settings > Monetization > Sales'
      using errcode = 'HP409';
  end if;
  return new;
end $$;

-- Operators are exempt: they can refund subscribers from the account of the house.
create trigger page_with_subscribers before update of deleted_at on social.page
  for each row when (old.deleted_at is null and new.deleted_at is not null and new.deleted_by = new.owner_id)
  execute function social.refuse_deleting_with_subscribers();

-- Former names of pages, which redirect to the current name.
create table social.page_former_name (
  -- In lower case.
  name text primary key,
  page_id bigint not null references social.page (id) on delete cascade,
  left_at timestamptz not null
);

create index page_former_name_of_page on social.page_former_name (page_id);

-- Invitations to like a page, one per page and recipient.
create table social.page_invitation (
  page_id bigint not null references social.page (id) on delete cascade,
  invited_id bigint not null references identity.account (id) on delete cascade,
  inviter_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  answered_at timestamptz,
  primary key (invited_id, page_id, inviter_id)
);

create index page_invitation_of_page on social.page_invitation (page_id);
create index page_invitation_pace on social.page_invitation (inviter_id, created_at);

-- Likes of pages.
create table social.page_like (
  page_id bigint not null references social.page (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (account_id, page_id)
);

create index page_like_of_page on social.page_like (page_id, created_at desc, account_id);

create function social.feed_like() returns trigger language plpgsql as $$
begin
  update social.feed set changed = changed + 1 where account_id = new.account_id;
  return null;
end $$;

create trigger feed_like after insert on social.page_like for each row execute function social.feed_like();

-- Roles on pages besides the owner: an admin can do everything except transfer the page, an editor publishes in its
-- name, a moderator moderates its comments.
create table social.page_role (
  page_id bigint not null references social.page (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  role text not null check (role in ('admin', 'editor', 'moderator')),
  added_at timestamptz not null,
  primary key (page_id, account_id)
);

create index page_role_of_account on social.page_role (account_id, page_id);

-- Requests of page owners for verification by an operator.
create table social.page_verification (
  id bigint generated always as identity primary key,
  page_id bigint not null references social.page (id) on delete cascade,
  requester_id bigint references identity.account (id) on delete set null,
  note text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references identity.account (id) on delete set null,
  outcome text check (outcome in ('verified', 'declined')),
  answer text not null default '',
  check ((decided_at is null) = (outcome is null))
);

create unique index page_verification_open on social.page_verification (page_id) where decided_at is null;
create index page_verification_waiting on social.page_verification (id) where decided_at is null;
create index page_verification_of_page on social.page_verification (page_id, id desc);

-- Names of verified people and pages, to detect impersonation; `name` is without spaces, dots and underscores.
create view identity.verified_name as
  select identity.name_skeleton(username) as skeleton, lower(translate(username, ' ._', '')) as name, 'person' as kind, id as owner_id
    from identity.account where verified_at is not null and deleted_at is null
  union all
  select identity.name_skeleton(first_name || ' ' || last_name), lower(translate(first_name || last_name, ' ._', '')), 'person', id
    from identity.account where verified_at is not null and deleted_at is null
  union all
  select identity.name_skeleton(username), lower(translate(username, ' ._', '')), 'page', owner_id
    from social.page where verified_at is not null and deleted_at is null
  union all
  select identity.name_skeleton(title), lower(translate(title, ' ._', '')), 'page', owner_id
    from social.page where verified_at is not null and deleted_at is null;

-- Memberships, paid content and money ---------------------------------------------------------------------------------

-- Accounts of the double-entry ledger. Amounts are millionths of the installation's currency, the precision of USDC,
-- so that prices of a tenth of a cent are exact.
create table social.ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'held', 'earnings', 'commission', 'provider', 'payout')),
  -- The owner. Null for accounts of the house, and after the owner was erased: balances stay.
  owner_id bigint references identity.account (id) on delete set null,
  -- The provider, for accounts of that kind.
  name text not null default '',
  -- Accounts of the house have several slots, so that concurrent sales do not wait for one row.
  slot smallint not null default 0,
  balance bigint not null default 0,
  updated_at timestamptz not null,
  check (balance >= 0 or kind in ('commission', 'provider', 'payout')),
  check ((name <> '') = (kind = 'provider')),
  check (owner_id is null or kind in ('wallet', 'held', 'earnings'))
) with (fillfactor = 50);

create unique index ledger_account_of_person on social.ledger_account (owner_id, kind) where owner_id is not null;
create unique index ledger_account_of_house on social.ledger_account (kind, name, slot)
  where kind in ('commission', 'provider', 'payout');

-- A set of transfers that are posted together or not at all.
create table social.ledger_transaction (
  id bigint generated always as identity primary key,
  key text not null check (length(key) between 1 and 200) constraint ledger_transaction_key unique,
  -- SHA-256 of the request: the same key with another request is rejected.
  body_hash bytea not null check (length(body_hash) = 32),
  -- What caused the transaction, such as the post that was tipped.
  subject text not null check (subject <> ''),
  subject_id bigint,
  -- Contains no personal data, because it outlives the person.
  memo text not null,
  reverses_id bigint constraint ledger_transaction_reversed_once unique references social.ledger_transaction (id),
  created_at timestamptz not null
);

create index ledger_transaction_of_subject on social.ledger_transaction (subject, subject_id, id);

create function social.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is never changed: reverse the transaction' using errcode = 'restrict_violation';
end $$;

create trigger ledger_transaction_is_final before update or delete or truncate on social.ledger_transaction
  for each statement execute function social.refuse_ledger_change();

-- A transfer from one account to another, so that debits and credits are always equal.
create table social.ledger_transfer (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references social.ledger_transaction (id),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  debit_id bigint not null references social.ledger_account (id),
  credit_id bigint not null references social.ledger_account (id),
  amount bigint not null check (amount > 0 and amount <= '1000000000000000'),
  -- Balances after the transfer.
  debit_balance bigint not null,
  credit_balance bigint not null,
  -- Not before an earlier transfer of the same account.
  created_at timestamptz not null,
  check (debit_id <> credit_id)
);

create index ledger_transfer_of_transaction on social.ledger_transfer (transaction_id, id);
create index ledger_transfer_debits on social.ledger_transfer (debit_id, created_at, id);
create index ledger_transfer_credits on social.ledger_transfer (credit_id, created_at, id);

create trigger ledger_transfer_is_final before update or delete or truncate on social.ledger_transfer
  for each statement execute function social.refuse_ledger_change();

-- Posts all transfers of a transaction in one round trip. Accounts are referenced by position; accounts of the house
-- have no owner. `outcome` is `posted`, `repeated` (the same key and body were posted before), `different` (the key
-- was used with another body) or `insufficient` (`failed_leg` is the transfer that the account cannot cover; nothing
-- was written).
create function social.post_ledger_transaction(
  of_key text, of_hash bytea, of_subject text, of_subject_id bigint, of_memo text, of_reverses bigint, of_time timestamptz,
  account_kinds text[], account_owners bigint[], account_names text[],
  leg_kinds text[], leg_debits integer[], leg_credits integer[], leg_amounts bigint[],
  out outcome text, out transaction_id bigint, out failed_leg integer
) language plpgsql as $$
declare
  -- A key always maps to the same slots, so that it cannot be posted twice concurrently.
  chosen smallint := hashtext(of_key) & 7;
  ids bigint[] := array_fill(null::bigint, array[cardinality(account_kinds)]);
  balances bigint[] := ids;
  debit_ids bigint[] := '{}';
  credit_ids bigint[] := '{}';
  debit_balances bigint[] := '{}';
  credit_balances bigint[] := '{}';
  found_id bigint;
  found_hash bytea;
  debit integer;
  credit integer;
  row record;
begin
  for i in 1..cardinality(account_kinds) loop
    loop
      if account_owners[i] is null then
        select id into found_id from social.ledger_account
          where kind = account_kinds[i] and name = account_names[i] and slot = chosen
            and kind in ('commission', 'provider', 'payout');
      else
        select id into found_id from social.ledger_account where owner_id = account_owners[i] and kind = account_kinds[i];
      end if;
      exit when found;
      insert into social.ledger_account (kind, owner_id, name, slot, updated_at)
        values (account_kinds[i], account_owners[i], account_names[i],
          case when account_owners[i] is null then chosen else 0 end, of_time)
        on conflict do nothing;
    end loop;
    ids[i] := found_id;
  end loop;

  -- Rows are locked in one order to prevent deadlocks.
  for row in select id, balance, updated_at from social.ledger_account where id = any(ids) order by id for no key update loop
    balances[array_position(ids, row.id)] := row.balance;
    of_time := greatest(of_time, row.updated_at);
  end loop;

  select id, body_hash into transaction_id, found_hash from social.ledger_transaction where key = of_key;
  if found then
    outcome := case when found_hash = of_hash then 'repeated' else 'different' end;
    return;
  end if;

  for i in 1..cardinality(leg_amounts) loop
    debit := leg_debits[i];
    credit := leg_credits[i];
    if balances[debit] < leg_amounts[i] and account_kinds[debit] not in ('commission', 'provider', 'payout') then
      outcome := 'insufficient';
      failed_leg := i;
      return;
    end if;
    balances[debit] := balances[debit] - leg_amounts[i];
    balances[credit] := balances[credit] + leg_amounts[i];
    debit_ids := debit_ids || ids[debit];
    credit_ids := credit_ids || ids[credit];
    debit_balances := debit_balances || balances[debit];
    credit_balances := credit_balances || balances[credit];
  end loop;

  insert into social.ledger_transaction (key, body_hash, subject, subject_id, memo, reverses_id, created_at)
    values (of_key, of_hash, of_subject, of_subject_id, of_memo, of_reverses, of_time)
    returning id into transaction_id;
  insert into social.ledger_transfer
      (transaction_id, kind, debit_id, credit_id, amount, debit_balance, credit_balance, created_at)
    select post_ledger_transaction.transaction_id, leg.kind, leg.debit_id, leg.credit_id, leg.amount, leg.debit_balance,
      leg.credit_balance, of_time
    from unnest(leg_kinds, debit_ids, credit_ids, leg_amounts, debit_balances, credit_balances)
      as leg (kind, debit_id, credit_id, amount, debit_balance, credit_balance);
  update social.ledger_account as account set balance = after.balance, updated_at = of_time
    from unnest(ids, balances) as after (id, balance) where account.id = after.id;
  outcome := 'posted';
end $$;

-- Subscription plans of people and pages. Each belongs to one of the two. Deleted plans stay valid for existing
-- subscribers.
create table social.plan (
  id bigint generated always as identity primary key,
  account_id bigint references identity.account (id) on delete cascade,
  page_id bigint references social.page (id) on delete cascade,
  title text not null check (title <> ''),
  -- In the installation's currency, with the decimals that were entered.
  price numeric not null check (price > (0)::numeric and price < (1000000)::numeric and scale(price) <= 2),
  period text not null check (period in ('day', 'week', 'month', 'year')),
  period_num smallint not null check (period_num between 1 and 365),
  description text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Length of the trial in days.
  trial_days smallint not null default 0 check (trial_days between 0 and 90),
  daily_price numeric generated always as (price / ((period_num)::numeric *
case period
    when 'day' then (1)::numeric
    when 'week' then (7)::numeric
    when 'month' then 30.4375
    else 365.25
end)) stored,
  -- When price or period last changed; null: never.
  terms_changed_at timestamptz,
  -- Position chosen by the seller; null: in the order of creation.
  position smallint check (position >= 0),
  check (num_nonnulls(account_id, page_id) = 1)
);

create index plan_of_account on social.plan (account_id, id) where account_id is not null and deleted_at is null;
create index plan_of_page on social.plan (page_id, id) where page_id is not null and deleted_at is null;

-- Subscriptions to plans, with the terms at the time of purchase.
create table social.membership (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  plan_id bigint not null references social.plan (id) on delete cascade,
  -- The seller: the person or the page of the plan.
  seller_id bigint references identity.account (id) on delete cascade,
  page_id bigint references social.page (id) on delete cascade,
  price numeric not null,
  period text not null check (period in ('day', 'week', 'month', 'year')),
  period_num smallint not null check (period_num between 1 and 365),
  started_at timestamptz not null,
  -- Start of the billing cycle, so that a subscription started on the 31st renews on the last day of shorter months.
  anchor_at timestamptz not null,
  renewals integer not null default 0,
  period_start timestamptz not null,
  period_end timestamptz not null,
  is_trial boolean not null default false,
  -- When it was canceled: it ends with the current period.
  canceled_at timestamptz,
  -- The plan after the next renewal.
  next_plan_id bigint references social.plan (id) on delete set null,
  -- When a renewal first failed for lack of funds, and when it is retried.
  past_due_at timestamptz,
  next_try_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text not null default ''
    check (ended_reason in ('', 'canceled', 'unpaid', 'refunded', 'closed', 'blocked')),
  -- Price per day at the member's own terms, to decide "this plan and above": the price of a plan can change after
  -- the purchase.
  daily_price numeric generated always as (price / ((period_num)::numeric *
case period
    when 'day' then (1)::numeric
    when 'week' then (7)::numeric
    when 'month' then 30.4375
    else 365.25
end)) stored,
  check (num_nonnulls(seller_id, page_id) = 1),
  check (period_end > period_start)
);

create unique index membership_of_person on social.membership (account_id, seller_id) where ended_at is null
  and seller_id is not null;
create unique index membership_of_page on social.membership (account_id, page_id) where ended_at is null
  and page_id is not null;
create index membership_due on social.membership (next_try_at) where ended_at is null;
create index membership_of_account on social.membership (account_id, id desc);
create index membership_by_seller on social.membership (seller_id, id desc) where seller_id is not null;
create index membership_by_page on social.membership (page_id, id desc) where page_id is not null;
create index membership_of_plan on social.membership (plan_id) where ended_at is null;

-- Whether subscribers have paid a seller for time that has not passed yet, which must be refunded before the seller
-- can leave.
create function social.has_paid_time(of_account bigint, of_page bigint, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from social.membership
    where (seller_id = of_account or page_id = of_page) and ended_at is null and not is_trial
      and past_due_at is null and period_end > at
  )
$$;

-- Earning settings of sellers. Without a row, first messages are free and tips are enabled.
create table social.selling_settings (
  account_id bigint primary key references identity.account (id) on delete cascade,
  -- Price of a first message from a stranger, in millionths of the currency; null: free.
  chat_price bigint check (chat_price > 0 and chat_price <= 1000000000),
  accepts_tips boolean not null default true,
  updated_at timestamptz not null
);

-- Posts ---------------------------------------------------------------------------------------------------------------

-- Everything that people publish: posts, articles, threads and replies, questions and answers. What only some kinds
-- have is in tables of their own. Visibility, comments, reactions, mentions, hashtags and moderation are common to
-- all.
create table social.post (
  id bigint generated always as identity primary key,
  author_id bigint not null references identity.account (id) on delete cascade,
  text text not null,
  privacy text not null check (privacy in ('public', 'friends', 'me')),
  -- The first link in the text, shown as a preview.
  link text,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- When moderation hid the post from everyone but its author and moderators.
  held_at timestamptz,
  deleted_at timestamptz,
  -- Who deleted the post. Only they, or a moderator, can restore it.
  deleted_by bigint references identity.account (id) on delete set null,
  kind text not null default 'post' check (kind in ('post', 'article', 'thread', 'reply', 'question', 'answer')),
  title text not null default '',
  -- The thread of a reply, the question of an answer.
  parent_id bigint references social.post (id) on delete cascade,
  -- The page on whose behalf the post was published.
  page_id bigint references social.page (id) on delete cascade,
  -- The shared post, or the post that a reply quotes.
  quote_id bigint references social.post (id) on delete set null,
  -- Content warning.
  warning text not null default '',
  -- When it was pinned to the author's profile, the page or the forum.
  pinned_at timestamptz,
  -- When it was closed for comments and replies.
  locked_at timestamptz,
  search tsvector,
  -- When the author turned off the link preview.
  preview_off_at timestamptz,
  -- When moderation removed the post. The author cannot restore it until the decision is reversed.
  removed_at timestamptz,
  -- The agent that published the post, for the badge that readers see.
  agent_name text,
  check (text <> '' or link is null),
  constraint post_parent_check check ((parent_id is not null) = (kind in ('reply', 'answer'))),
  constraint post_page_check check (page_id is null or privacy = 'public')
);

create index post_held on social.post (id) where held_at is not null and deleted_at is null;

-- Rate of an author's posts.
create index post_pace on social.post (author_id, created_at);
create index post_of_author on social.post (author_id, id desc) where deleted_at is null and parent_id is null
  and page_id is null;
create index post_public_of_author on social.post (author_id, id desc) where deleted_at is null and held_at is null
  and privacy = 'public' and parent_id is null and page_id is null;
create index post_of_author_by_kind on social.post (author_id, kind, id desc) where deleted_at is null;
create index post_public on social.post (id desc) where deleted_at is null and held_at is null and privacy = 'public'
  and parent_id is null;
create index post_public_by_kind on social.post (kind, id desc) where deleted_at is null and held_at is null
  and privacy = 'public';
create index post_of_page on social.post (page_id, id desc) where deleted_at is null and page_id is not null;
create index post_below on social.post (parent_id, id) where deleted_at is null and parent_id is not null;
create index post_quoting on social.post (quote_id, id desc) where quote_id is not null;
create index post_link on social.post using hash (link) where link is not null;
create unique index post_pinned on social.post (author_id) where pinned_at is not null and page_id is null
  and kind in ('post', 'article', 'question');

-- Search in questions, and for similar questions while one is being written.
create index question_search on social.post using gin (search) where kind = 'question';
create index post_pinned_on_page on social.post (page_id) where pinned_at is not null and page_id is not null;
create index post_at on social.post (created_at) where deleted_at is null and held_at is null;
create index post_search_post on social.post using gin (search.keys(id, author_id), search)
  with (gin_pending_list_limit='512') where deleted_at is null and kind = 'post';
create index post_search_article on social.post using gin (search.keys(id, author_id), search)
  with (gin_pending_list_limit='512') where deleted_at is null and kind = 'article';
create index post_search_thread on social.post using gin (search.keys(id, author_id), search)
  with (gin_pending_list_limit='512') where deleted_at is null and kind in ('thread', 'reply');
create index post_search_question on social.post using gin (search.keys(id, author_id), search)
  with (gin_pending_list_limit='512') where deleted_at is null and kind in ('question', 'answer');

-- Reply counts without those of hidden people. PostgreSQL expects few replies per post and otherwise reads all of
-- them from an index on `parent_id`: 3,300 blocks for a thread with 10,000 replies. The condition is written as one
-- expression, which only this index has, so that the list of authors becomes an index condition.
create index post_below_by_author on social.post (parent_id, author_id) where parent_id is not null
  and coalesce(deleted_at, held_at) is null;

-- Similar questions are found by the words of their texts and titles. The index for searches also has answers and no
-- weights, so every question and answer that contains a word would be read.
create index question_similar on social.post
  using gin (search.keys(id, author_id), search, ts_filter(search, '{a}'::"char"[])) with (gin_pending_list_limit='512')
  where deleted_at is null and kind = 'question';

-- Triggers, so that every way to publish, approve or restore a post updates the feeds.
create function social.feed_post() returns trigger language plpgsql as $$
begin
  insert into social.feed_pending (post_id) values (new.id) on conflict do nothing;
  return null;
end $$;

create trigger feed_new_post after insert on social.post for each row
  when (new.parent_id is null and new.privacy <> 'me' and new.held_at is null and new.deleted_at is null)
  execute function social.feed_post();

create trigger feed_shown_post after update of privacy, held_at, deleted_at on social.post for each row
  when (new.parent_id is null and new.privacy <> 'me' and new.held_at is null and new.deleted_at is null
    and (old.privacy, old.held_at, old.deleted_at) is distinct from (new.privacy, new.held_at, new.deleted_at))
  execute function social.feed_post();

create function social.index_post() returns trigger language plpgsql as $$
begin
  new.search := social.post_vector(new.title, new.text);
  return new;
end $$;

create trigger index_post before insert or update of title, text on social.post for each row
  execute function social.index_post();

-- Photos of posts.
create table social.photo (
  id bigint generated always as identity primary key,
  post_id bigint not null references social.post (id) on delete cascade,
  position smallint not null,
  path text not null,
  small_path text not null,
  width integer not null,
  height integer not null,
  alt text not null default '',
  -- Size of both variants together.
  bytes bigint not null default 0,
  unique (post_id, position)
);

create index photo_path on social.photo (path);

create function social.count_photo() returns trigger language plpgsql as $$
declare
  photo record;
  author bigint;
begin
  if tg_op = 'INSERT' then photo := new; else photo := old; end if;
  select author_id into author from social.post where id = photo.post_id;
  -- Storage is not counted for posts that are being erased.
  if author is null or exists (select from social.upload where path = photo.path) then return null; end if;
  perform social.count_storage(author, case when tg_op = 'INSERT' then photo.bytes else -photo.bytes end);
  return null;
end $$;

create trigger count_photo after insert or delete on social.photo for each row execute function social.count_photo();

-- Videos of posts.
create table social.video (
  post_id bigint primary key references social.post (id) on delete cascade,
  path text not null,
  type text not null,
  width integer,
  height integer,
  milliseconds bigint,
  bytes bigint not null,
  -- The still image shown before playback.
  poster text,
  alt text not null default ''
);

-- The owner of a file is looked up when it is requested, because not everyone may see it.
create index video_path on social.video (path);
create index video_poster on social.video (poster) where poster is not null;

-- Audio, voice notes and other files of posts; each is an upload.
create table social.attachment (
  post_id bigint not null references social.post (id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  path text not null,
  kind text not null check (kind in ('audio', 'voice_notes', 'file')),
  name text not null,
  type text not null,
  bytes bigint not null,
  milliseconds bigint,
  primary key (post_id, position)
);

create index attachment_path on social.attachment (path);

-- Pictures in texts, visible to those who can see the text.
create table social.text_picture (
  path text not null,
  post_id bigint not null references social.post (id) on delete cascade,
  primary key (path, post_id)
);

create index text_picture_of_post on social.text_picture (post_id);

-- Hashtags of posts.
create table social.hashtag (
  tag text not null,
  post_id bigint not null references social.post (id) on delete cascade,
  primary key (tag, post_id)
);

create index hashtag_of_post on social.hashtag (post_id);

-- People mentioned in a post or in a comment on it.
create table social.mention (
  id bigint generated always as identity primary key,
  post_id bigint not null references social.post (id) on delete cascade,
  comment_id bigint,
  account_id bigint not null references identity.account (id) on delete cascade,
  -- The user name as written in the text, in lower case: the mention survives a change of name.
  as_written text not null,
  unique nulls not distinct (post_id, comment_id, account_id)
);

create index mention_of_account on social.mention (account_id, id desc);

-- Link previews. `key` is the SHA-256 of the address, which can be long.
create table social.link_preview (
  key bytea primary key,
  address text not null,
  -- Null: the page could not be read or has no title.
  title text,
  description text not null default '',
  host text not null,
  picture text,
  width integer,
  height integer,
  requested_at timestamptz not null,
  -- When a new post with this link reads the page again.
  stale_at timestamptz not null
);

create index link_preview_address on social.link_preview using hash (address);
create index link_preview_requested on social.link_preview (requested_at);

-- Former versions of edited posts.
create table social.post_revision (
  id bigint generated always as identity primary key,
  post_id bigint not null references social.post (id) on delete cascade,
  title text not null,
  text text not null,
  -- Who made the edit, and when.
  editor_id bigint references identity.account (id) on delete set null,
  at timestamptz not null
);

create index post_revision_of_post on social.post_revision (post_id, id desc);

-- Drafts and scheduled posts, which become posts when they are published, so that post ids are in chronological
-- order. `post_id`: the draft is an edit of that post.
create table social.draft (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  post_id bigint references social.post (id) on delete cascade,
  kind text not null check (kind in ('post', 'article', 'thread', 'question')),
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the post is scheduled, and why publishing it failed.
  publish_at timestamptz,
  problem text not null default '',
  -- The time zone in which the author scheduled the post.
  time_zone text not null default 'UTC'
);

create index draft_of_account on social.draft (account_id, kind, updated_at desc);
create index draft_due on social.draft (publish_at) where publish_at is not null and problem = '';

-- One edit of a post at a time.
create unique index draft_of_post on social.draft (post_id, account_id) where post_id is not null;

-- Uploads in drafts, which are stored as long as the draft.
create table social.draft_file (
  draft_id bigint not null references social.draft (id) on delete cascade,
  upload_id bigint not null references social.upload (id) on delete cascade,
  primary key (draft_id, upload_id)
);

create index draft_file_of_upload on social.draft_file (upload_id);

-- Polls of posts.
create table social.poll (
  post_id bigint primary key references social.post (id) on delete cascade,
  is_multiple boolean not null,
  -- Whether voters can change their vote.
  is_changeable boolean not null,
  ends_at timestamptz not null
);

-- Options of polls.
create table social.poll_option (
  post_id bigint not null references social.poll (post_id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  text text not null,
  primary key (post_id, position)
);

-- Votes in polls.
create table social.poll_vote (
  post_id bigint not null,
  account_id bigint not null references identity.account (id) on delete cascade,
  position smallint not null,
  voted_at timestamptz not null,
  primary key (post_id, account_id, position),
  foreign key (post_id, position) references social.poll_option (post_id, position) on delete cascade
);

create index poll_vote_of_account on social.poll_vote (account_id, post_id);

-- The entries of each numbered page that a session has been shown, for an hour. The next page continues there, so
-- that entries added or deleted in between are neither repeated nor skipped. A cache: unlogged.
create unlogged table social.served_page (
  account_id bigint not null references identity.account (id) on delete cascade,
  -- The session or agent: two devices page through a list independently.
  reader text not null check (length(reader) <= 40),
  -- The list, including its filters.
  list text not null check (length(list) <= 200),
  -- The ids on each page, the first page first.
  pages jsonb not null,
  served_at timestamptz not null,
  primary key (account_id, reader, list)
);

create index served_page_age on social.served_page (served_at);

-- Comments, reactions, saved posts ------------------------------------------------------------------------------------

-- Comments on posts and answers to comments.
create table social.comment (
  id bigint generated always as identity primary key,
  post_id bigint not null references social.post (id) on delete cascade,
  author_id bigint not null references identity.account (id) on delete cascade,
  text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  held_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references identity.account (id) on delete set null,
  -- The comment that is answered. If it is deleted with its author, the answers stay.
  parent_id bigint references social.comment (id) on delete set null,
  -- Comments are shown in two levels, however deep people answer. `parent_id` is the comment that is answered; these
  -- columns are the position in the two levels.
  root_id bigint references social.comment (id) on delete set null,
  branch_id bigint references social.comment (id) on delete set null,
  removed_at timestamptz,
  agent_name text
);

alter table social.mention add foreign key (comment_id) references social.comment (id) on delete cascade;

create index comment_held on social.comment (id) where held_at is not null and deleted_at is null;
create index comment_pace on social.comment (author_id, created_at);
create index comment_of_post on social.comment (post_id, id);
create index comment_top on social.comment (post_id, id) where root_id is null;
create index comment_below on social.comment (root_id, coalesce(branch_id, id), id) where root_id is not null;
create index comment_of_branch on social.comment (branch_id, id) where branch_id is not null;
create index comment_replies on social.comment (parent_id) where parent_id is not null;
create index comment_at on social.comment (created_at) include (post_id, author_id) where deleted_at is null
  and held_at is null;

-- Comment counts without blocked people, without reading the comments of everyone else.
create index comment_of_post_by_author on social.comment (post_id, author_id) where deleted_at is null
  and held_at is null;

-- Reactions to comments.
create table social.comment_reaction (
  comment_id bigint not null references social.comment (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry')),
  created_at timestamptz not null,
  primary key (comment_id, account_id)
);

create index comment_reaction_pace on social.comment_reaction (account_id, created_at);
create index comment_reaction_newest on social.comment_reaction (comment_id, created_at desc);

-- Reactions to posts, one per person and post.
create table social.reaction (
  post_id bigint not null references social.post (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry')),
  created_at timestamptz not null,
  primary key (post_id, account_id)
);

create index reaction_pace on social.reaction (account_id, created_at);

-- Trends count the reactions since a time.
create index reaction_at on social.reaction (created_at) include (post_id, account_id);
create index reaction_by_kind on social.reaction (post_id, kind, created_at desc) include (account_id);
create index reaction_newest on social.reaction (post_id, created_at desc, account_id desc);

-- Counters: comments and reactions by kind of a post; friends, followers, followings and posts of a person. Counting
-- rows would be slow for popular posts, and a single counter would make concurrent writers wait; so each counter is a
-- sum over several slots, and each writer always uses the same slot.
create table social.tally (
  subject text not null check (subject in ('post', 'comment', 'person', 'page', 'forum')),
  subject_id bigint not null,
  kind text not null,
  slot smallint not null,
  n integer not null,
  primary key (subject, subject_id, kind, slot)
) with (fillfactor = 70);

-- Saved posts.
create table social.saved (
  account_id bigint not null references identity.account (id) on delete cascade,
  post_id bigint not null references social.post (id) on delete cascade,
  saved_at timestamptz not null,
  primary key (account_id, post_id)
);

create index saved_newest on social.saved (account_id, saved_at desc, post_id desc);
create index saved_of_post on social.saved (post_id);

-- Subscriptions to threads and questions.
create table social.subscription (
  account_id bigint not null references identity.account (id) on delete cascade,
  post_id bigint not null references social.post (id) on delete cascade,
  at timestamptz not null,
  -- The newest reply that the subscriber has seen.
  seen_id bigint not null default 0,
  -- False: only `seen_id` is stored.
  is_on boolean not null default true,
  primary key (account_id, post_id)
);

create index subscription_of_post on social.subscription (post_id, account_id) where is_on;

-- People --------------------------------------------------------------------------------------------------------------

-- Who follows whom.
create table social.follow (
  follower_id bigint not null references identity.account (id) on delete cascade,
  followed_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  check (follower_id <> followed_id),
  primary key (follower_id, followed_id)
);

create index follow_of_followed on social.follow (followed_id, created_at desc, follower_id);

-- Following, newest first.
create index follow_of_follower on social.follow (follower_id, created_at desc, followed_id);

-- Marks feeds that need more posts. Feeds that need fewer are filtered when they are read.
create function social.feed_follow() returns trigger language plpgsql as $$
begin
  update social.feed set changed = changed + 1 where account_id = new.follower_id;
  return null;
end $$;

create trigger feed_follow after insert on social.follow for each row execute function social.feed_follow();

-- Friendships and requests, one row per pair: concurrent requests in both directions conflict in the unique index.
create table social.friendship (
  id bigint generated always as identity primary key,
  requester_id bigint not null references identity.account (id) on delete cascade,
  recipient_id bigint not null references identity.account (id) on delete cascade,
  requested_at timestamptz not null,
  accepted_at timestamptz,
  declined_at timestamptz,
  check (requester_id <> recipient_id)
);

create unique index friendship_pair on social.friendship (least(requester_id, recipient_id), greatest(requester_id, recipient_id));

-- Friends of a person from the index alone, to compare two people's friends.
create index friendship_by_requester on social.friendship (requester_id, recipient_id) where accepted_at is not null;
create index friendship_by_recipient on social.friendship (recipient_id, requester_id) where accepted_at is not null;

-- Lists of friends, newest first, and of pending requests, from the index alone.
create index friendship_newest_of_requester on social.friendship (requester_id, accepted_at desc, recipient_id desc);
create index friendship_newest_of_recipient on social.friendship (recipient_id, accepted_at desc, requester_id desc);
create index friendship_waiting_for on social.friendship (recipient_id, requested_at desc, requester_id)
  where accepted_at is null and declined_at is null;
create index friendship_waiting_of on social.friendship (requester_id, requested_at desc, recipient_id)
  where accepted_at is null and declined_at is null;

create function social.feed_friendship() returns trigger language plpgsql as $$
begin
  -- Both rows are locked in one order to prevent deadlocks.
  update social.feed set changed = changed + 1 where account_id = least(new.requester_id, new.recipient_id);
  update social.feed set changed = changed + 1 where account_id = greatest(new.requester_id, new.recipient_id);
  return null;
end $$;

create trigger feed_friendship after insert or update of accepted_at on social.friendship for each row
  when (new.accepted_at is not null) execute function social.feed_friendship();

-- Blocked people.
create table social.block (
  blocker_id bigint not null references identity.account (id) on delete cascade,
  blocked_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  check (blocker_id <> blocked_id),
  primary key (blocker_id, blocked_id)
);

create index block_of_blocked on social.block (blocked_id, blocker_id);

-- Muted people: their posts are not shown to the person. They are not told.
create table social.mute (
  muter_id bigint not null references identity.account (id) on delete cascade,
  muted_id bigint not null references identity.account (id) on delete cascade,
  created_at timestamptz not null,
  check (muter_id <> muted_id),
  primary key (muter_id, muted_id)
);

create index mute_of_muted on social.mute (muted_id, muter_id);
create index mute_newest on social.mute (muter_id, created_at desc);

-- When the counters in the navigation were last reset.
create table social.counter_reset (
  account_id bigint primary key references identity.account (id) on delete cascade,
  friend_requests_at timestamptz,
  messages_at timestamptz
);

-- Articles, static pages, glossary ------------------------------------------------------------------------------------

-- The fields of an article that other posts do not have.
create table social.article (
  post_id bigint primary key references social.post (id) on delete cascade,
  category_id bigint references social.category (id) on delete set null,
  -- The cover: path, size in pixels, and alternative text.
  cover text,
  cover_width integer,
  cover_height integer,
  cover_alt text not null default '',
  -- Hashtags of the article that are not in its text.
  tags text[] not null default '{}',
  words integer not null check (words >= 0),
  -- Reading time.
  minutes integer not null check (minutes > 0)
);

create index article_of_category on social.article (category_id, post_id desc);
create index article_cover on social.article (cover) where cover is not null;

-- Pages that operators write, one text per language.
create table social.static_page (
  id bigint generated always as identity primary key,
  slug text not null,
  language text not null default 'en',
  title text not null,
  body text not null,
  position integer not null default 0,
  -- Whether the footer links to the page.
  in_footer boolean not null default true,
  updated_at timestamptz not null,
  unique (slug, language)
);

-- Messages sent with the contact form.
create table social.contact_message (
  id bigint generated always as identity primary key,
  account_id bigint references identity.account (id) on delete set null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null
);

create index contact_message_waiting on social.contact_message (id desc) where settled_at is null;
create index contact_message_settled on social.contact_message (id desc) where settled_at is not null;

-- Terms of the glossary.
create table social.term (
  id bigint generated always as identity primary key,
  -- The last part of its URL, derived from the name.
  slug text not null,
  name text not null,
  -- Synonyms.
  aliases text[] not null default '{}',
  -- In Markdown.
  definition text not null,
  -- Index letter and sort key.
  letter text not null,
  sort_key text collate "C" not null,
  search tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by bigint references identity.account (id) on delete set null
);

create unique index term_slug on social.term (slug) where deleted_at is null;
create index term_in_order on social.term (sort_key, id) where deleted_at is null;
create index term_of_letter on social.term (letter, sort_key, id) where deleted_at is null;
create index term_newest on social.term (updated_at desc, id desc) where deleted_at is null;
create index term_search on social.term using gin (search) where deleted_at is null;

-- Current and former slugs of terms: former slugs redirect.
create table social.term_address (
  slug text primary key,
  term_id bigint not null references social.term (id) on delete cascade
);

create index term_address_of_term on social.term_address (term_id);

-- Related terms.
create table social.term_relation (
  term_id bigint not null references social.term (id) on delete cascade,
  other_id bigint not null references social.term (id) on delete cascade,
  check (term_id <> other_id),
  primary key (term_id, other_id)
);

create index term_relation_back on social.term_relation (other_id, term_id);

-- Sets of terms, such as subjects.
create table social.term_set (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  description text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Terms of sets.
create table social.term_in_set (
  set_id bigint not null references social.term_set (id) on delete cascade,
  term_id bigint not null references social.term (id) on delete cascade,
  primary key (set_id, term_id)
);

create index term_in_set_of_term on social.term_in_set (term_id, set_id);

-- Versions of terms.
create table social.term_version (
  id bigint generated always as identity primary key,
  term_id bigint not null references social.term (id) on delete cascade,
  -- Who made the change, and who suggested it.
  editor_id bigint references identity.account (id) on delete set null,
  suggester_id bigint references identity.account (id) on delete set null,
  -- { name, aliases, definition, seeAlso: [ids], sets: [ids] }
  content jsonb not null,
  created_at timestamptz not null
);

create index term_version_of_term on social.term_version (term_id, id desc);

-- Suggestions for terms.
create table social.term_suggestion (
  id bigint generated always as identity primary key,
  -- Null: a suggestion of a new term.
  term_id bigint references social.term (id) on delete cascade,
  author_id bigint not null references identity.account (id) on delete cascade,
  content jsonb not null,
  -- The suggested definition, to reject duplicates.
  text text not null,
  -- Note to the maintainers.
  note text not null default '',
  created_at timestamptz not null,
  -- Held by moderation.
  held_at timestamptz,
  -- Withdrawn by its author.
  deleted_at timestamptz,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  outcome text check (outcome in ('taken', 'declined')),
  reason text not null default '',
  check ((settled_at is null) = (outcome is null))
);

create index term_suggestion_open on social.term_suggestion (id) where settled_at is null and deleted_at is null;
create index term_suggestion_of_author on social.term_suggestion (author_id, created_at desc);
create index term_suggestion_of_term on social.term_suggestion (term_id, id desc);

-- Forums --------------------------------------------------------------------------------------------------------------

-- Sections group forums, and forums contain threads. Threads and replies are posts.
create table social.forum_section (
  id bigint generated always as identity primary key,
  title text not null,
  position integer not null default 0
);

-- Forums.
create table social.forum (
  id bigint generated always as identity primary key,
  section_id bigint not null references social.forum_section (id),
  -- The parent forum. Only one level, which the verb enforces.
  parent_id bigint references social.forum (id),
  title text not null,
  description text not null default '',
  position integer not null default 0,
  created_at timestamptz not null,
  -- When the forum became read-only.
  archived_at timestamptz,
  check (parent_id <> id)
);

create index forum_of_section on social.forum (section_id, position, id);
create index forum_below on social.forum (parent_id) where parent_id is not null;

-- Moderators of a forum and its subforums.
create table social.forum_moderator (
  forum_id bigint not null references social.forum (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  added_by bigint references identity.account (id) on delete set null,
  added_at timestamptz not null,
  primary key (account_id, forum_id)
);

create index forum_moderator_of_forum on social.forum_moderator (forum_id, added_at);

-- The fields of a thread that other posts do not have.
create table social.thread (
  post_id bigint primary key references social.post (id) on delete cascade,
  -- A forum can be deleted only when it has no threads.
  forum_id bigint not null references social.forum (id),
  -- The newest visible reply and its time; without replies, the time of the thread. No foreign key, because it is
  -- updated whenever a reply is added or removed.
  last_reply_id bigint,
  last_at timestamptz not null,
  -- The highest place that a reply has had.
  places integer not null default 0,
  -- Pinned to the top of its forum by a moderator. Independent of the pin of the author.
  pinned_at timestamptz,
  moved_at timestamptz
);

create index thread_active on social.thread (forum_id, last_at desc, post_id desc);
create index thread_newest on social.thread (forum_id, post_id desc);
create index thread_unanswered on social.thread (forum_id, last_at desc, post_id desc) where last_reply_id is null;
create index thread_pinned on social.thread (forum_id, pinned_at desc) where pinned_at is not null;

-- Active threads of all forums.
create index thread_active_anywhere on social.thread (last_at desc, post_id desc);
create index thread_unanswered_anywhere on social.thread (last_at desc, post_id desc) where last_reply_id is null;

-- The place of a reply in its thread, starting from 1. A numbered page is a range of places, independent of the
-- length of the thread.
create table social.reply (
  post_id bigint primary key references social.post (id) on delete cascade,
  thread_id bigint not null references social.post (id) on delete cascade,
  place integer not null
);

create index reply_place on social.reply (thread_id, place);

-- Actions of moderators that a thread shows.
create table social.thread_event (
  id bigint generated always as identity primary key,
  thread_id bigint not null references social.post (id) on delete cascade,
  kind text not null check (kind in ('locked', 'unlocked', 'moved', 'split', 'from', 'merged')),
  by_id bigint references identity.account (id) on delete set null,
  at timestamptz not null,
  -- The newest post at that time: the event is shown after it.
  after_id bigint not null,
  -- The former forum of a moved thread.
  forum_id bigint references social.forum (id) on delete set null,
  -- The other thread of a split or merge.
  other_id bigint references social.post (id) on delete set null
);

create index thread_event_of_thread on social.thread_event (thread_id, id);
create index thread_event_other on social.thread_event (other_id) where other_id is not null;
create index thread_event_forum on social.thread_event (forum_id) where forum_id is not null;
create index thread_event_by on social.thread_event (by_id) where by_id is not null;

-- Up to which post a person marked a forum as read.
create table social.forum_read (
  account_id bigint not null references identity.account (id) on delete cascade,
  forum_id bigint not null references social.forum (id) on delete cascade,
  seen_id bigint not null,
  primary key (account_id, forum_id)
);

create index forum_read_of_forum on social.forum_read (forum_id);

-- Counts per author and forum, so that forums can subtract the threads and replies of blocked people: the visible
-- threads, and the visible replies that disappear with the author, which are their own and all in their threads
-- (`other_id` is 0). A reply in the thread of another author counts for both. Rows with `other_id` count the replies
-- of that person in the author's threads, which would be subtracted twice if both are hidden.
create table social.forum_author (
  author_id bigint not null,
  other_id bigint not null,
  forum_id bigint not null references social.forum (id) on delete cascade,
  threads integer not null default 0,
  replies integer not null default 0,
  primary key (author_id, other_id, forum_id)
);

create index forum_author_of_forum on social.forum_author (forum_id);

-- Questions and answers -----------------------------------------------------------------------------------------------

-- The fields of questions and answers that other posts do not have, and votes on both.
create table social.question (
  post_id bigint primary key references social.post (id) on delete cascade,
  category_id bigint references social.category (id) on delete set null,
  -- The accepted answer, when it was accepted, and when it became visible.
  accepted_id bigint references social.post (id) on delete set null,
  accepted_at timestamptz,
  solved_at timestamptz,
  -- Why the question was closed, beside the post's locked_at.
  closed_reason text not null default '',
  closed_by bigint references identity.account (id) on delete set null,
  duplicate_of bigint references social.post (id) on delete set null,
  -- Copies of the tallies for sorting. `answers` counts visible answers.
  score integer not null default 0,
  answers integer not null default 0,
  -- When it was last asked, answered or edited.
  active_at timestamptz not null
);

create index question_of_category on social.question (category_id, post_id desc);
create index question_active on social.question (active_at desc, post_id desc);
create index question_by_score on social.question (score desc, post_id desc);
create index question_unanswered on social.question (post_id desc) where answers = 0;
create index question_unsolved on social.question (post_id desc) where solved_at is null;
create index question_solved on social.question (post_id desc) where solved_at is not null;
create index question_accepting on social.question (accepted_id) where accepted_id is not null;
create index question_duplicates on social.question (duplicate_of) where duplicate_of is not null;

-- Tags of questions. Separate from hashtags, because a tag on a million posts may have few questions.
create table social.question_tag (
  tag text not null,
  post_id bigint not null references social.question (post_id) on delete cascade,
  primary key (tag, post_id)
);

create index question_tag_of_question on social.question_tag (post_id);

-- The fields of answers.
create table social.answer (
  post_id bigint primary key references social.post (id) on delete cascade,
  question_id bigint not null references social.question (post_id) on delete cascade,
  score integer not null default 0
);

create index answer_by_score on social.answer (question_id, score desc, post_id);

-- Votes, one per person.
create table social.vote (
  post_id bigint not null references social.post (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  value smallint not null check (value in ('-1', 1)),
  created_at timestamptz not null,
  primary key (post_id, account_id)
);

create index vote_of_account on social.vote (account_id, created_at);
create index vote_at on social.vote (created_at) include (post_id, account_id) where value = 1;

-- Feeds and live pages ------------------------------------------------------------------------------------------------

-- Stored feeds: see docs/decisions/0011-feeds.md. A row for each person who has viewed their feed recently.
create table social.feed (
  account_id bigint primary key references identity.account (id) on delete cascade,
  -- Increases when there is something new to read. The list is rebuilt while `built` is lower.
  changed bigint not null default 0,
  built bigint not null default -1,
  -- The list is complete from this id on. Older posts are not in it.
  floor_id bigint not null default 0,
  -- The newest post that was shown, and its value at the start of the current visit.
  seen_id bigint not null default 0,
  mark_id bigint not null default 0,
  visited_at timestamptz,
  viewed_at timestamptz not null
);

create index feed_viewed_at on social.feed (viewed_at);

-- Entries of stored feeds.
create table social.feed_entry (
  account_id bigint not null references social.feed (account_id) on delete cascade,
  -- No foreign key, because entries are the largest table and a reference would need an index.
  post_id bigint not null,
  primary key (account_id, post_id)
);

-- Posts that have not been added to all feeds yet. Until then, reading a feed includes them.
create table social.feed_pending (
  post_id bigint primary key references social.post (id) on delete cascade
);

-- High-follower accounts and pages, whose posts are not written to feeds but merged when a feed is read.
create table social.feed_celebrity (
  subject text not null check (subject in ('person', 'page')),
  subject_id bigint not null,
  primary key (subject, subject_id)
);

-- Rankings that were shown to a person, so that the second page continues the first.
create table social.feed_ranking (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  at timestamptz not null,
  post_ids bigint[] not null
);

create index feed_ranking_of_account on social.feed_ranking (account_id, id desc);
create index feed_ranking_at on social.feed_ranking (at);

-- Outbox of live events for open pages, written with the change and read by every process. Rows last minutes, so they
-- have no references and are not part of exports.
create table social.live_event (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  name text not null check (length(name) between 1 and 50),
  -- Ids only: what a receiver may see is read when the event is sent.
  data jsonb not null,
  created_at timestamptz not null,
  -- Position in commit order, assigned after commit: a reader of a position has missed nothing before it. Null: not
  -- assigned yet.
  position bigint unique
);

create index live_event_unplaced on social.live_event (id) where position is null;
create index live_event_account on social.live_event (account_id, position) where position is not null;
create index live_event_created on social.live_event (created_at);

-- The range of positions in social.live_event. A single row.
create table social.live_window (
  id boolean default true check (id) primary key,
  -- The last assigned position; locked while more are assigned.
  placed_to bigint not null default 0,
  -- Events up to this position were deleted: a reader of a lower position has missed events.
  deleted_to bigint not null default 0
);

insert into social.live_window (id, placed_to, deleted_to) values
  (true, 0, 0);

-- Search and trends ---------------------------------------------------------------------------------------------------

create function social.post_vector(title text, text text) returns tsvector language sql immutable parallel safe
return setweight(search.vector('search.stemmed', title), 'A')
  || setweight(search.vector('search.stemmed', left(text, 100000)), 'B');

-- Words and hashtags of public posts with their number of posts, for completions and corrections.
create table social.search_word (
  kind text not null check (kind in ('word', 'tag')),
  word text collate "C" not null,
  n integer not null,
  -- The stem, by which the full-text index knows the word. The frequency of a word determines how it is searched.
  stem text collate "C" not null default '',
  folded text collate "C" generated always as (search.name(word)) stored,
  primary key (kind, word)
);

create index search_word_of_stem on social.search_word (stem) include (n) where kind = 'word';
create index search_word_folded on social.search_word (kind, folded);

-- Hashtags and words each have their own trigram index, so that a search for hashtags does not read all similar
-- words.
create index search_word_similar_word on social.search_word using gin (folded gin_trgm_ops) where kind = 'word';
create index search_word_similar_tag on social.search_word using gin (folded gin_trgm_ops) where kind = 'tag';

-- Progress of the jobs that maintain the search index: the last post whose words were counted, and the ids up to
-- which rows have the previous index format.
create table social.search_progress (
  only_row boolean default true check (only_row) primary key,
  post_id bigint not null,
  old_index_to bigint not null default 0,
  old_messages_to bigint not null default 0,
  -- Hashtags ignore the width of letters, both forms of sigma and dotless i. A job converts older ones in order: the
  -- last one converted, null when done.
  old_tags_from text default ''
);

insert into social.search_progress (only_row, post_id, old_index_to, old_messages_to, old_tags_from) values
  (true, 0, 0, 0, '');

-- The query for posts, including the previous index format while some rows have it.
create function social.post_query(typed text, is_phrase boolean default false) returns tsquery
language sql stable strict parallel safe
return case when exists (select from social.search_progress where old_index_to > 0)
  then search.former_or(search.query('search.stemmed', typed, is_phrase), search.former_query('search.stemmed', typed, is_phrase))
  else search.query('search.stemmed', typed, is_phrase) end;

create function social.message_query(typed text) returns tsquery language sql stable strict parallel safe
return case when exists (select from social.search_progress where old_messages_to > 0)
  then search.former_or(search.query('search.stemmed', typed), search.former_query('search.stemmed', typed))
  else search.query('search.stemmed', typed) end;

-- Trending posts and pages, computed by a job.
create table social.trend (
  period text not null check (period in ('24h', '7d', '30d')),
  kind text not null check (kind in ('post', 'article', 'thread', 'question')),
  post_id bigint not null references social.post (id) on delete cascade,
  score real not null,
  -- Number of people who interacted with it, without its author.
  people integer not null,
  primary key (period, post_id)
);

create index trend_first on social.trend (period, kind, score desc, post_id desc);
create index trend_of_post on social.trend (post_id);

-- Trending hashtags, computed by a job.
create table social.trend_tag (
  period text not null check (period in ('24h', '7d', '30d')),
  tag text not null,
  score real not null,
  -- Number of people who used it.
  people integer not null,
  primary key (period, tag)
);

create index trend_tag_first on social.trend_tag (period, score desc, tag);

-- When each kind of trend was last computed.
create table social.trend_run (
  period text check (period in ('24h', '7d', '30d')) primary key,
  ran_at timestamptz not null
);

-- Moderation and reports ----------------------------------------------------------------------------------------------

-- What the moderation pipeline held or rejected, by which rule, and the decision of a moderator.
create table social.verdict (
  id bigint generated always as identity primary key,
  author_id bigint not null references identity.account (id) on delete cascade,
  subject text not null check (subject in ('post', 'comment', 'reaction', 'page', 'term', 'message', 'plan')),
  subject_id bigint,
  outcome text not null check (outcome in ('hold', 'refuse')),
  rule text not null,
  at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  detail text not null default '',
  score real
);

-- Reasons for reports. Names are used by the API; titles can change.
create table social.report_category (
  id bigint generated always as identity primary key,
  name text not null unique,
  title text not null,
  description text not null default '',
  position integer not null default 0,
  deleted_at timestamptz
);

insert into social.report_category (name, title, description, position) values
  ('spam', 'Spam', 'Unwanted advertising or repeated messages', 1),
  ('harassment', 'Harassment', 'Insults, threats or stalking', 2),
  ('inappropriate', 'Inappropriate', 'Sexual or shocking content without a content warning', 3),
  ('violence', 'Violence', 'Threatens, promotes or glorifies violence', 4),
  ('copyright', 'Copyright', 'Uses someone else’s work without permission', 5),
  ('misinformation', 'False information', 'Misleading claims that could cause harm', 6),
  ('other', 'Something else', 'Does not fit the other reasons', 7);

-- Reports, one per reporter and subject.
create table social.report (
  id bigint generated always as identity primary key,
  reporter_id bigint not null references identity.account (id) on delete cascade,
  subject text not null check (subject in ('person', 'post', 'comment', 'page', 'message')),
  subject_id bigint not null,
  -- The author of the reported content.
  author_id bigint not null references identity.account (id) on delete cascade,
  category_id bigint not null references social.report_category (id),
  reason text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  decision text check (decision in ('approve', 'hide', 'remove', 'warn', 'suspend')),
  check ((settled_at is null) = (decision is null)),
  unique (subject, subject_id, reporter_id)
);

create index report_waiting on social.report (subject, subject_id, id) where settled_at is null;
create index report_of_reporter on social.report (reporter_id, created_at);
create index report_of_author on social.report (author_id, id desc);

-- The moderation queue: held and reported content. A subject has at most one open case; a report after the decision
-- opens another.
create table social.moderation_case (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('person', 'post', 'comment', 'page', 'term', 'message')),
  subject_id bigint not null,
  -- The kind of the post, or the subject if it is not a post, for filters of lists.
  kind text not null,
  author_id bigint not null references identity.account (id) on delete cascade,
  opened_at timestamptz not null,
  -- When a rule held it, which rule, and what it found.
  held_at timestamptz,
  rule text not null default '',
  detail text not null default '',
  score real,
  -- Number of reports.
  reports integer not null default 0,
  -- The moderator who is reviewing the case.
  claimed_by bigint references identity.account (id) on delete set null,
  claimed_at timestamptz,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  decision text check (decision in ('approve', 'hide', 'remove', 'warn', 'suspend')),
  -- The reason of the decision, and the message to the author.
  category_id bigint references social.report_category (id),
  message text not null default '',
  suspended_until timestamptz,
  check ((settled_at is null) = (decision is null))
);

create unique index moderation_case_open on social.moderation_case (subject, subject_id) where settled_at is null;
create index moderation_case_waiting on social.moderation_case (id) where settled_at is null;
create index moderation_case_of_author on social.moderation_case (author_id, id desc);
create index moderation_case_of_subject on social.moderation_case (subject, subject_id, id desc);
create index moderation_case_settled on social.moderation_case (settled_at desc) where settled_at is not null;
create index moderation_case_opened on social.moderation_case (opened_at);

-- Appeals against decisions, one per case.
create table social.appeal (
  id bigint generated always as identity primary key,
  case_id bigint not null unique references social.moderation_case (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  text text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  outcome text check (outcome in ('granted', 'declined')),
  -- The message to the author.
  answer text not null default '',
  check ((settled_at is null) = (outcome is null))
);

create index appeal_waiting on social.appeal (id) where settled_at is null;
create index appeal_of_account on social.appeal (account_id, id desc);

-- Fingerprints of recent texts (SimHash). Similar texts differ in few bits; each band is a quarter of the bits, so
-- texts that differ in up to three bits share a band.
create table social.text_fingerprint (
  subject text not null check (subject in ('post', 'comment', 'message')),
  subject_id bigint not null,
  author_id bigint not null references identity.account (id) on delete cascade,
  fingerprint bigint not null,
  band_a integer not null,
  band_b integer not null,
  band_c integer not null,
  band_d integer not null,
  at timestamptz not null,
  primary key (subject, subject_id)
);

create index text_fingerprint_a on social.text_fingerprint (band_a, at);
create index text_fingerprint_b on social.text_fingerprint (band_b, at);
create index text_fingerprint_c on social.text_fingerprint (band_c, at);
create index text_fingerprint_d on social.text_fingerprint (band_d, at);
create index text_fingerprint_of_author on social.text_fingerprint (author_id);
create index text_fingerprint_at on social.text_fingerprint (at);

-- Hashed links that newcomers published recently.
create table social.newcomer_link (
  address bigint not null,
  account_id bigint not null references identity.account (id) on delete cascade,
  at timestamptz not null,
  primary key (address, account_id)
);

create index newcomer_link_of_account on social.newcomer_link (account_id);
create index newcomer_link_at on social.newcomer_link (at);

-- Words, phrases and domains that are rejected or held.
create table social.text_rule (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('word', 'part', 'domain')),
  pattern text not null check (pattern = lower(pattern) and pattern <> ''),
  first_word text generated always as (split_part(pattern, ' ', 1)) stored not null,
  outcome text not null check (outcome in ('hold', 'refuse')),
  added_by bigint references identity.account (id) on delete set null,
  added_at timestamptz not null,
  unique (kind, pattern)
);

create index text_rule_word on social.text_rule (first_word) where kind = 'word';
create index text_rule_part on social.text_rule (id) where kind = 'part';

-- Token frequencies of the spam filter, in spam and in legitimate texts; the empty token counts texts.
create table social.spam_token (
  token text primary key,
  spam integer not null default 0,
  ham integer not null default 0
);

-- Decisions from which the spam filter learned, so that they can be reversed; `score` is the prediction before.
create table social.spam_lesson (
  case_id bigint primary key references social.moderation_case (id) on delete cascade,
  is_spam boolean not null,
  tokens text[] not null,
  score real,
  at timestamptz not null
);

create index spam_lesson_newest on social.spam_lesson (at desc);

-- Notifications -------------------------------------------------------------------------------------------------------

-- Notifications, one row per kind and subject until it is read.
create table social.notification (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null
    check (kind in ('friend_request', 'friend_accept', 'follow', 'comment', 'reply', 'reaction', 'mention', 'share', 'thread', 'answer', 'accepted', 'page_invitation', 'page_role', 'agent', 'published', 'term', 'appeal', 'decision', 'report', 'money')),
  post_id bigint references social.post (id) on delete cascade,
  comment_id bigint references social.comment (id) on delete cascade,
  -- The outcome of a decision of a moderator.
  outcome text,
  -- False: for email or push only.
  on_page boolean not null,
  at timestamptz not null,
  -- When the list was viewed, and when the notification was opened or marked as read.
  seen_at timestamptz,
  read_at timestamptz,
  mailed_at timestamptz,
  pushed_at timestamptz,
  page_id bigint references social.page (id) on delete cascade,
  -- The message that a decision is about.
  message_id bigint,
  -- An event of a wallet. These are not grouped.
  money_event text check (money_event ~ '^[a-z_]{1,40}$'),
  -- In millionths of the currency.
  amount bigint
);

create index notification_of_account on social.notification (account_id, at desc, id desc) where on_page;
create index notification_of_post on social.notification (post_id) where post_id is not null;
create index notification_of_comment on social.notification (comment_id) where comment_id is not null;
create index notification_age on social.notification (at);
create index notification_of_page on social.notification (page_id) where page_id is not null;
create index notification_message on social.notification (message_id) where message_id is not null;
create unique index notification_open on social.notification (account_id, kind, post_id, comment_id, page_id) nulls not distinct
  where read_at is null and kind <> ALL (array['decision', 'report', 'published', 'term', 'appeal', 'agent', 'money']);
create index notification_unseen on social.notification (account_id) where seen_at is null;
create index notification_unread on social.notification (account_id) where read_at is null;

-- The people of a notification. Undone actions stay, so that repeating them does not notify again.
create table social.notification_actor (
  id bigint generated always as identity primary key,
  notification_id bigint not null references social.notification (id) on delete cascade,
  actor_id bigint not null references identity.account (id) on delete cascade,
  -- Their comment, and their reaction.
  comment_id bigint references social.comment (id) on delete cascade,
  reaction text,
  at timestamptz not null,
  undone_at timestamptz,
  unique nulls not distinct (notification_id, actor_id, comment_id)
);

create index notification_actor_of_person on social.notification_actor (actor_id, notification_id);
create index notification_actor_comment on social.notification_actor (comment_id) where comment_id is not null;

-- The most recent people of a notification.
create index notification_actor_newest on social.notification_actor (notification_id, at desc) where undone_at is null;

-- Notification preferences that differ from the defaults.
create table social.notification_choice (
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null,
  on_page boolean not null,
  by_mail boolean not null,
  by_push boolean not null,
  primary key (account_id, kind)
);

-- Push targets: apps by their OneSignal id, and browsers by Web Push. They end with the session.
create table social.push_device (
  onesignal_id text not null primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  session_id bigint references identity.session (id) on delete cascade,
  updated_at timestamptz not null
);

create index push_device_of_account on social.push_device (account_id);
create unique index push_device_of_session on social.push_device (session_id) where session_id is not null;

-- Web Push subscriptions of browsers.
create table social.push_subscription (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  session_id bigint references identity.session (id) on delete cascade,
  endpoint text not null unique,
  -- The browser's public key and secret, in base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);

create index push_subscription_of_account on social.push_subscription (account_id, id);
create index push_subscription_of_session on social.push_subscription (session_id) where session_id is not null;

-- Chat and calls ------------------------------------------------------------------------------------------------------

-- Conversations of two people and groups. Erasing an account keeps its messages: references are set to null, and the
-- messages are shown as those of a former member.
create table social.conversation (
  id bigint generated always as identity primary key,
  is_group boolean not null,
  -- The two people of a direct conversation, the lower id first.
  first_id bigint references identity.account (id) on delete set null,
  second_id bigint references identity.account (id) on delete set null,
  title text not null default '' check (length(title) <= 100),
  picture_path text,
  created_at timestamptz not null,
  check (is_group or first_id is null or second_id is null or first_id < second_id),
  check (not is_group or (first_id is null and second_id is null))
);

create unique index conversation_pair on social.conversation (first_id, second_id) where not is_group;
create index conversation_second on social.conversation (second_id) where second_id is not null;

-- Messages of conversations.
create table social.message (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references social.conversation (id) on delete cascade,
  author_id bigint references identity.account (id) on delete set null,
  text text not null default '',
  -- An event of the group instead of a text, and the person it is about.
  event text check (event in ('created', 'renamed', 'pictured', 'added', 'removed', 'left', 'call')),
  about_id bigint references identity.account (id) on delete set null,
  reply_to_id bigint references social.message (id) on delete set null,
  is_forwarded boolean not null default false,
  -- The id assigned by the client: a message that is sent twice is stored once.
  client_id text check (length(client_id) between 1 and 100),
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Deleted for everyone. The text is erased.
  deleted_at timestamptz,
  search tsvector generated always as (search.vector('search.stemmed'::regconfig, text)) stored,
  -- Removed by a moderator. Sets `deleted_at` too.
  removed_at timestamptz,
  -- The first link, shown as a preview.
  link text
);

alter table social.notification add foreign key (message_id) references social.message (id) on delete cascade;

create index message_conversation on social.message (conversation_id, id);
create unique index message_client on social.message (author_id, client_id) where client_id is not null;
create index message_author on social.message (author_id, id);
create index message_about on social.message (about_id) where about_id is not null;
create index message_reply on social.message (reply_to_id) where reply_to_id is not null;
create index message_link on social.message using hash (link) where link is not null;

-- Messages by conversation and slices of ids, as in `search.keys`: a search reads the newest slices first and stops
-- when it has enough results.
create index message_searched on social.message using gin (search.keys(id, conversation_id), search)
  with (gin_pending_list_limit='256') where deleted_at is null and event is null;

-- Members of conversations, with their read state.
create table social.conversation_member (
  conversation_id bigint not null references social.conversation (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  is_owner boolean not null default false,
  joined_at timestamptz not null,
  -- The newest message, for the order of the list of conversations.
  last_message_id bigint not null default 0,
  -- Messages up to this id are hidden: from before the person joined, or deleted for them.
  cleared_to bigint not null default 0,
  seen_to bigint not null default 0,
  seen_at timestamptz,
  -- When a stranger started it; null: accepted.
  requested_at timestamptz,
  typing_at timestamptz,
  -- The newest message for which a push notification was sent.
  pushed_to bigint not null default 0,
  muted_until timestamptz,
  pinned_at timestamptz,
  archived_at timestamptz,
  draft text not null default '',
  primary key (conversation_id, account_id)
) with (fillfactor = 80);

create index conversation_member_list on social.conversation_member (account_id, (pinned_at is not null) desc, last_message_id desc);
create index conversation_member_unread on social.conversation_member (account_id) where last_message_id > seen_to;

-- Messages deleted for one reader only.
create table social.message_hidden (
  message_id bigint not null references social.message (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  primary key (message_id, account_id)
);

create index message_hidden_account on social.message_hidden (account_id);

-- Files of messages.
create table social.message_file (
  message_id bigint not null references social.message (id) on delete cascade,
  position integer not null,
  path text not null,
  small_path text,
  kind text not null check (kind in ('photos', 'video', 'audio', 'voice_notes', 'file')),
  name text not null,
  type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  milliseconds bigint,
  -- The waveform of a voice note, from 0 to 99.
  waveform smallint[],
  primary key (message_id, position)
);

create index message_file_path on social.message_file (path);

-- Reactions to messages.
create table social.message_reaction (
  message_id bigint not null references social.message (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry')),
  created_at timestamptz not null,
  primary key (message_id, account_id)
);

create index message_reaction_account on social.message_reaction (account_id);

-- Mentions in group messages.
create table social.message_mention (
  message_id bigint not null references social.message (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  conversation_id bigint not null references social.conversation (id) on delete cascade,
  primary key (message_id, account_id)
);

create index message_mention_account on social.message_mention (account_id, conversation_id, message_id);
create index message_mention_conversation on social.message_mention (conversation_id);

-- Copies of reported messages and of those around them that the reporter could read, because moderators cannot read
-- conversations.
create table social.case_message (
  case_id bigint not null references social.moderation_case (id) on delete cascade,
  message_id bigint not null,
  author_id bigint references identity.account (id) on delete cascade,
  text text not null,
  -- Attachments: path, small_path, kind, name and type of each file.
  files jsonb not null default '[]',
  sent_at timestamptz not null,
  primary key (case_id, message_id)
);

create index case_message_message on social.case_message (message_id);
create index case_message_author on social.case_message (author_id);

-- Audio and video calls in conversations.
create table social.call (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references social.conversation (id) on delete cascade,
  caller_id bigint references identity.account (id) on delete set null,
  is_video boolean not null,
  started_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  -- The message that shows the call in its conversation.
  message_id bigint references social.message (id) on delete set null
);

create unique index call_open on social.call (conversation_id) where ended_at is null;
create index call_caller on social.call (caller_id);
create index call_conversation on social.call (conversation_id, id);
create unique index call_message on social.call (message_id) where message_id is not null;

-- People in calls, and the device with which they take part.
create table social.call_member (
  call_id bigint not null references social.call (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  state text not null check (state in ('invited', 'ringing', 'joined', 'left', 'declined', 'busy', 'missed')),
  joined_at timestamptz,
  left_at timestamptz,
  seen_at timestamptz not null,
  -- Chosen by the client. Another client of the same person takes over with its own.
  device text check (length(device) between 8 and 64),
  -- When it rang; null: the person called, or can join without having been called.
  rang_at timestamptz,
  primary key (call_id, account_id)
);

create index call_member_account on social.call_member (account_id, call_id desc);
create unique index call_member_one on social.call_member (account_id) where state = 'joined';
create index call_member_open on social.call_member (account_id) where state in ('invited', 'ringing', 'joined');

-- WebRTC offers, answers and candidates, deleted after a minute or with the call.
create table social.call_signal (
  id bigint generated always as identity primary key,
  call_id bigint not null,
  from_id bigint not null,
  from_device text not null,
  to_id bigint not null,
  to_device text not null,
  data text not null check (length(data) <= 24576),
  created_at timestamptz not null,
  foreign key (call_id, from_id) references social.call_member (call_id, account_id) on delete cascade,
  foreign key (call_id, to_id) references social.call_member (call_id, account_id) on delete cascade
);

create index call_signal_from on social.call_signal (call_id, from_id, created_at);
create index call_signal_to on social.call_signal (call_id, to_id);

-- Money ---------------------------------------------------------------------------------------------------------------

-- Deposits into wallets. The ledger has their transactions.
create table social.top_up (
  id bigint generated always as identity primary key,
  -- Null: the person was erased.
  account_id bigint references identity.account (id) on delete set null,
  provider text not null check (provider in ('stripe', 'usdc', 'bank', 'operator')),
  amount bigint not null check (amount > 0 and amount <= '1000000000000000'),
  state text not null default 'pending'
    check (state in ('pending', 'completed', 'refused', 'refunded', 'disputed', 'expired')),
  -- The identifier at the provider: the reference of a bank transfer, or a Checkout session.
  reference text not null check (reference <> '') constraint top_up_reference unique,
  -- Form key: submitting the same form twice creates one top-up.
  request_key text constraint top_up_request_key unique,
  -- Stripe's payment intent, which refunds and disputes reference.
  payment text constraint top_up_payment unique,
  -- Total returned to the payer.
  returned bigint not null default 0,
  -- Why an operator credited, rejected or reversed it.
  reason text not null default '',
  decided_by bigint references identity.account (id) on delete set null,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- URL of the open Checkout session.
  checkout_url text,
  -- The page to return to, such as a checkout.
  return_to text not null default '',
  check (returned >= 0 and returned <= amount)
);

create index top_up_of_account on social.top_up (account_id, id);
create index top_up_decided_by on social.top_up (decided_by);
create index top_up_in_state on social.top_up (provider, state, id);

-- Receipts that people uploaded for bank transfers. Not in the file store, because only operators may read them.
create table social.top_up_receipt (
  top_up_id bigint primary key references social.top_up (id) on delete cascade,
  type text not null,
  body bytea not null check (length(body) <= 5242880),
  created_at timestamptz not null
);

-- Payouts from wallets.
create table social.payout (
  id bigint generated always as identity primary key,
  account_id bigint references identity.account (id) on delete set null,
  source text not null check (source in ('earnings', 'wallet')),
  amount bigint not null check (amount > 0 and amount <= '1000000000000000'),
  -- Payment destination; cleared when the person is erased.
  destination text not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'refused', 'canceled', 'paid')),
  request_key text constraint payout_request_key unique,
  reason text not null default '',
  -- Reference of the operator's payment.
  reference text not null default '',
  decided_by bigint references identity.account (id) on delete set null,
  created_at timestamptz not null,
  decided_at timestamptz
);

create index payout_of_account on social.payout (account_id, id);
create index payout_decided_by on social.payout (decided_by);
create index payout_in_state on social.payout (state, id);

-- Posts whose content is sold. The content is stored only here, and social.post has the public part, so that no feed,
-- search or export can leak it.
create table social.paywall (
  post_id bigint primary key references social.post (id) on delete cascade,
  -- Whether members can read it, and the minimum plan; null: any.
  is_for_members boolean not null,
  plan_id bigint references social.plan (id) on delete set null,
  -- Price of permanent access, in millionths of the currency; null: not sold separately.
  price bigint check (price > 0),
  text text not null,
  -- Rows of social.photo, social.video and social.attachment, and the cover of an article.
  media jsonb not null,
  -- A blurred preview as a data: URL; empty: none.
  blur text not null default '',
  created_at timestamptz not null,
  check (is_for_members or price is not null)
);

create index paywall_plan on social.paywall (plan_id) where plan_id is not null;

-- Files of paid posts, served to those who can read the post.
create table social.paywall_file (
  path text not null,
  post_id bigint not null references social.paywall (post_id) on delete cascade,
  primary key (path, post_id)
);

create index paywall_file_post on social.paywall_file (post_id);

-- Sales: periods of subscriptions, posts, tips.
create table social.sale (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('membership', 'unlock', 'tip', 'message')),
  -- Null: the person was erased.
  buyer_id bigint references identity.account (id) on delete set null,
  -- The recipient of the earnings: the person, or the owner of the page at that time.
  payee_id bigint references identity.account (id) on delete set null,
  page_id bigint references social.page (id) on delete set null,
  post_id bigint references social.post (id) on delete set null,
  plan_id bigint references social.plan (id) on delete set null,
  membership_id bigint references social.membership (id) on delete set null,
  -- In millionths of the currency; `fee` is the operator's share.
  amount bigint not null check (amount > 0),
  fee bigint not null,
  message text not null default '',
  -- The transaction in the ledger.
  transaction_id bigint not null unique,
  created_at timestamptz not null,
  refunded_at timestamptz,
  refund_transaction_id bigint,
  -- The refunded amount: all of it, or the part for unused time.
  refunded bigint not null default 0,
  refunded_fee bigint not null default 0,
  check (fee >= 0 and fee <= amount),
  check (refunded >= 0 and refunded <= amount),
  check (refunded_fee between 0 and fee and refunded_fee <= refunded)
);

create index sale_by_buyer on social.sale (buyer_id, id desc);
create index sale_by_payee on social.sale (payee_id, id desc);
create index sale_by_page on social.sale (page_id, id desc) where page_id is not null;
create index sale_of_post on social.sale (post_id) where post_id is not null;
create index sale_of_membership on social.sale (membership_id, id desc) where membership_id is not null;
create index sale_of_message on social.sale (buyer_id, payee_id) where kind = 'message';

-- Purchases of posts.
create table social.post_unlock (
  post_id bigint not null references social.post (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  sale_id bigint not null references social.sale (id),
  created_at timestamptz not null,
  primary key (post_id, account_id)
);

create index post_unlock_of_account on social.post_unlock (account_id, created_at desc);

-- OAuth apps and data exports -----------------------------------------------------------------------------------------

-- Apps of others for "Log in with".
create table social.oauth_app (
  id bigint generated always as identity primary key,
  owner_id bigint not null references identity.account (id) on delete cascade,
  -- The app_id in the API. Public.
  auth_id text not null unique,
  secret_hash bytea not null,
  name text not null,
  domain text not null,
  redirect_url text not null,
  description text not null default '',
  category text not null default '',
  icon text,
  deleted_at timestamptz,
  created_at timestamptz not null
);

create index oauth_app_of_owner on social.oauth_app (owner_id, id desc) where deleted_at is null;

-- Grants of people to apps. Revoking one invalidates its tokens.
create table social.oauth_grant (
  id bigint generated always as identity primary key,
  app_id bigint not null references social.oauth_app (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  granted_at timestamptz not null,
  used_at timestamptz,
  unique (app_id, account_id)
);

create index oauth_grant_of_account on social.oauth_grant (account_id, id desc);

-- Authorization codes (auth_key), valid once within a minute, and the access tokens that replace them.
create table social.oauth_token (
  token_hash bytea primary key,
  grant_id bigint not null references social.oauth_grant (id) on delete cascade,
  kind text not null check (kind in ('key', 'access')),
  expires_at timestamptz not null
);

create index oauth_token_of_grant on social.oauth_token (grant_id);
create index oauth_token_expiry on social.oauth_token (expires_at);

-- Exports of a person's data at Plaza, created by a job and stored for a few days.
create table social.data_export (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  requested_at timestamptz not null,
  ready_at timestamptz,
  failed_at timestamptz,
  -- Path in the file store, and size.
  path text,
  bytes bigint,
  expires_at timestamptz not null
);

create index data_export_of_person on social.data_export (account_id, id desc);
create index data_export_ending on social.data_export (expires_at);

-- One export at a time per person.
create unique index data_export_being_made on social.data_export (account_id) where ready_at is null
  and failed_at is null;

-- An account with a balance can be deleted only after its owner chose a payout or gave up the balance.
create function social.refuse_deletion_with_money() returns trigger language plpgsql as $$
begin
  if new.scope = 'account' and new.requested_by is null and exists (
    select from social.ledger_account where owner_id = new.account_id and balance > 0
  ) then
    raise exception 'There is money in your wallet: request a payout, or give it up under Settings > Wallet'
      using errcode = 'HP409';
  end if;
  return new;
end $$;

create trigger deletion_2_money before insert on identity.deletion_request
  for each row execute function social.refuse_deletion_with_money();

create function social.refuse_deletion_with_subscribers() returns trigger language plpgsql as $$
begin
  if new.scope = 'account' and new.requested_by is null and (
    social.has_paid_time(new.account_id, null, new.requested_at)
    -- A page with another admin is transferred to them.
    or exists (
      select from social.page where owner_id = new.account_id and deleted_at is null
        and not exists (select from social.page_role where page_id = page.id and role = 'admin')
        and social.has_paid_time(null, page.id, new.requested_at)
    )
  ) then
    raise exception 'People have paid you for time ahead: end their subscriptions under Settings > Monetization > Sales'
      using errcode = 'HP409';
  end if;
  return new;
end $$;

-- Runs before `deletion_2_money`, because triggers run in alphabetical order: refunds are paid from that balance.
create trigger deletion_1_subscribers before insert on identity.deletion_request
  for each row execute function social.refuse_deletion_with_subscribers();

-- ---------------------------------------------------------------------------------------------------------------------
-- Links: the link shortener
-- ---------------------------------------------------------------------------------------------------------------------
create schema links;

create function links.alias_hash(alias text) returns bytea language sql immutable parallel safe
  return sha256(convert_to(alias, 'UTF8'));

-- The host of a target URL, without userinfo and port; null if it is not a web address.
create function links.target_host(url text) returns text language sql immutable parallel safe
  return lower(substring(url from '^https?://(\[[^\]]*\]|[^/?#:]+)'));

-- The searchable text of a link.
create function links.searchable(alias text, title text, url text) returns text language sql immutable parallel safe
return lower(alias || ' ' || title || ' ' || left(url, 1000))
  || case when octet_length(alias || title) = char_length(alias || title) then '' else ' ' || search.name(alias || ' ' || title) end;

-- Search keys of a link: its slices of ids in three widths. The widest includes the account, so that one key finds an
-- account's links in a slice; a key of the account alone would match all its links in every slice. The search of
-- links computes the same keys.
create function links.search_keys(id bigint, account_id bigint) returns bigint[] language sql immutable parallel safe
return array[id / 256 * 4, id / 4096 * 4 + 1, (account_id << 32) + id / 262144 * 4 + 2];

-- The lowest click id of a time. Click ids start with their time, so monthly partitions are ranges of ids.
create function links.click_id_at(moment timestamptz) returns uuid language sql immutable parallel safe
return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Domains, campaigns, channels, tags, pixels, interstitials -----------------------------------------------------------

-- Custom domains.
create table links.domain (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  host text not null check (host = lower(host)) unique,
  scheme text not null default 'https' check (scheme in ('http', 'https')),
  root_redirect text,
  missing_redirect text,
  verified_at timestamptz,
  created_at timestamptz not null,
  -- The last DNS check; later than verified_at if the domain no longer points here.
  checked_at timestamptz
);

create index domain_of_account on links.domain (account_id, id);
create index domain_by_check on links.domain (checked_at);

-- Plan limits are enforced by triggers, because concurrent requests could exceed a check in code. Accounts without a
-- limit cost one lookup by primary key. Arguments: the limit, what counts toward it, and its word. The lock makes
-- concurrent additions of one account wait for each other.
create function links.enforce_plan_limit() returns trigger language plpgsql as $$
declare
  max bigint;
  present bigint;
begin
  select (plan.limits ->> tg_argv[0])::bigint into max
    from identity.plan where plan.name = identity.plan_of(new.account_id);
  if max is null then return new; end if;
  perform pg_advisory_xact_lock(7267023, (new.account_id % 2147483647)::integer);
  execute format('select count(*) from (select from %I.%I where account_id = $1 and %s limit $2) as counted',
    tg_table_schema, tg_table_name, tg_argv[1]) into present using new.account_id, max;
  if present >= max then
    raise exception 'Your plan has room for % %, and all of it is taken', max, tg_argv[2] using errcode = 'HP402';
  end if;
  return new;
end $$;

create trigger enforce_limit before insert on links.domain for each row
  execute function links.enforce_plan_limit('domains', 'true', 'domains');

-- Deleted domains, so that they can be restored. Nothing references them.
create table links.deleted_domain (
  id bigint primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  host text not null,
  scheme text not null,
  root_redirect text,
  missing_redirect text,
  verified_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz not null
);

create index deleted_domain_of_account on links.deleted_domain (account_id, id);

-- Campaigns: links shared under one address that rotates between them. A link is in at most one.
create table links.campaign (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  -- In the address of the rotator, /r/<slug>, and of the public list.
  slug text not null,
  -- When the rotator and the list became public; null: they are not.
  published_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null
);

create unique index campaign_name on links.campaign (account_id, lower(name)) where deleted_at is null;
create unique index campaign_slug on links.campaign (lower(slug)) where deleted_at is null;

create trigger enforce_limit before insert on links.campaign for each row
  execute function links.enforce_plan_limit('campaigns', 'deleted_at is null', 'campaigns');

create trigger enforce_limit_of_restored before update of deleted_at on links.campaign for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function links.enforce_plan_limit('campaigns', 'deleted_at is null', 'campaigns');

-- Channels: groups of links. A link can be in several.
create table links.channel (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  description text not null default '',
  color text not null check (color ~* '^#[0-9a-f]{6}$'),
  starred_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null
);

create unique index channel_name on links.channel (account_id, lower(name)) where deleted_at is null;

create trigger enforce_limit before insert on links.channel for each row
  execute function links.enforce_plan_limit('channels', 'deleted_at is null', 'channels');

create trigger enforce_limit_of_restored before update of deleted_at on links.channel for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function links.enforce_plan_limit('channels', 'deleted_at is null', 'channels');

-- Tracking pixels.
create table links.pixel (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  provider text not null,
  name text not null,
  tag text not null,
  created_at timestamptz not null,
  -- Deleted pixels can be restored with their links. Another pixel may use the same tag in the meantime.
  deleted_at timestamptz
);

create unique index pixel_tag on links.pixel (account_id, provider, tag) where deleted_at is null;
create index pixel_of_account on links.pixel (account_id, id) where deleted_at is null;

-- Splash pages. `content` depends on the kind of page.
create table links.splash_page (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  content jsonb not null default '{}',
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index splash_page_of_account on links.splash_page (account_id, id desc) where deleted_at is null;

-- Overlays: a message, form, poll or newsletter box over the target page.
create table links.overlay (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in ('message', 'contact', 'poll', 'newsletter', 'image', 'coupon')),
  name text not null,
  content jsonb not null default '{}',
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index overlay_of_account on links.overlay (account_id, id desc) where deleted_at is null;

-- Submissions of forms, polls and newsletter boxes on overlays.
create table links.overlay_answer (
  id bigint generated always as identity primary key,
  overlay_id bigint not null references links.overlay (id) on delete cascade,
  link_id bigint,
  -- Identifies the displayed page: a page submitted twice is one answer.
  page text not null,
  content jsonb not null,
  created_at timestamptz not null,
  -- When it is deleted; null: never.
  expires_at timestamptz,
  constraint overlay_answer_page unique (overlay_id, page)
);

create index overlay_answer_of_overlay on links.overlay_answer (overlay_id, id desc);
create index overlay_answer_of_link on links.overlay_answer (link_id) where link_id is not null;
create index overlay_answer_expired on links.overlay_answer (expires_at) where expires_at is not null;

-- Votes per choice, which outlive the individual answers.
create table links.overlay_vote (
  overlay_id bigint not null references links.overlay (id) on delete cascade,
  choice text not null,
  votes bigint not null,
  primary key (overlay_id, choice)
);

-- Tags of links. A link can have several.
create table links.tag (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  color text not null check (color ~* '^#[0-9a-f]{6}$'),
  deleted_at timestamptz,
  created_at timestamptz not null
);

create unique index tag_name on links.tag (account_id, lower(name)) where deleted_at is null;

-- Links ---------------------------------------------------------------------------------------------------------------

-- Links: everything that redirects.
create table links.link (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  -- Null: the default domain.
  domain_id bigint references links.domain (id) on delete restrict,
  alias text not null,
  url text not null,
  title text not null default '',
  description text not null default '',
  -- Whether public pages of the owner list the link. Anyone with the short URL can follow it either way.
  visibility text not null default 'public' check (visibility in ('public', 'private')),
  -- How a visitor is redirected, and the status code of a direct redirect.
  kind text not null default 'direct' check (kind in ('direct', 'frame', 'splash', 'overlay')),
  status smallint not null default 302 check (status in (301, 302, 307, 308)),
  password_hash text,
  expires_at timestamptz,
  expired_url text,
  -- Targeting rules, parameters and other options.
  rules jsonb not null default '{}',
  disabled_at timestamptz,
  suspended_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the title of the target was requested. A column rather than a job, so that creating a link stays a single
  -- insert.
  title_due_at timestamptz,
  -- Stays when the campaign is deleted, so that restoring it restores its links.
  campaign_id bigint references links.campaign (id) on delete set null,
  -- Everything that redirects is a link: a bio page has its alias in the same namespace, and a QR code has
  -- `qr/<code>`, which cannot be chosen. All are therefore looked up, counted, suspended and grouped in the same way.
  purpose text not null default 'link' check (purpose in ('link', 'bio', 'qr')),
  -- The link expires after this number of clicks.
  click_limit integer check (click_limit > 0),
  -- Title and description of link previews; empty: the title, and none.
  preview_title text not null default '',
  preview_description text not null default '',
  preview_image text,
  -- The splash page of kind 'splash', null: the default one; the overlay of kind 'overlay'.
  splash_id bigint references links.splash_page (id) on delete set null,
  overlay_id bigint references links.overlay (id) on delete set null,
  -- When the owner was notified of the expiry. A later expiry notifies again.
  expiry_notified_at timestamptz,
  -- When the statistics became public; null: they are private.
  statistics_public_at timestamptz,
  -- When the link was held for review: visitors see a warning first. The rule is the reason.
  held_at timestamptz,
  held_for text,
  -- Whether the link itself, its target domain or its owner was suspended.
  suspended_with text check (suspended_with in ('link', 'domain', 'owner')),
  -- When a check of the redirect chain of the target was requested.
  target_check_due_at timestamptz
);

alter table links.overlay_answer add foreign key (link_id) references links.link (id) on delete set null;

-- One live link per alias and domain, also with concurrent inserts.
create unique index link_alias on links.link (coalesce(domain_id, (0)::bigint), alias) where deleted_at is null;
create index link_title_due on links.link (title_due_at) where title_due_at is not null;
create index link_of_campaign on links.link (campaign_id, id desc) where campaign_id is not null;
create index link_of_domain on links.link (domain_id) where domain_id is not null;
create index link_of_splash on links.link (splash_id) where splash_id is not null;
create index link_of_overlay on links.link (overlay_id) where overlay_id is not null;
create index link_ending on links.link (expires_at) where expires_at is not null and deleted_at is null;
create index link_limited on links.link (id) where click_limit is not null and expiry_notified_at is null
  and deleted_at is null;

-- One index for each sort order and filter of the list of links.
create index link_by_alias on links.link (account_id, alias, id) where deleted_at is null and purpose = 'link';
create index link_with_password on links.link (account_id, id desc) where password_hash is not null
  and deleted_at is null;
create index link_disabled on links.link (account_id, id desc) where disabled_at is not null and deleted_at is null;
create index link_expiring on links.link (account_id, id desc) where (expires_at is not null or click_limit is not null)
  and deleted_at is null;

-- Links are stored in the order of creation: this index is small and cheap to update.
create index link_made on links.link using brin (created_at) with (pages_per_range='16');

-- Links that were deleted together are restored together.
create index link_deleted on links.link (account_id, deleted_at) where deleted_at is not null;
create index link_held on links.link (id desc) where held_at is not null and deleted_at is null;
create index link_suspended on links.link (id desc) where suspended_at is not null and deleted_at is null;
create index link_target_check_due on links.link (target_check_due_at) where target_check_due_at is not null;

-- Reversed, so that all hosts below a domain are adjacent.
create index link_of_target on links.link (reverse(links.target_host(url)) text_pattern_ops) where deleted_at is null;

-- Links, bio pages and QR codes of an account in order: counts and pages read only the index.
create index link_listed on links.link (account_id, purpose, id desc) where deleted_at is null;

-- Filters of an account's list.
create index link_private on links.link (account_id, id desc) where visibility = 'private' and deleted_at is null;

-- Visitors of a deleted link are told that it was deleted.
create index link_deleted_alias on links.link (coalesce(domain_id, (0)::bigint), alias) where deleted_at is not null;

-- Full-text search in the links of an account.
create index link_search on links.link
  using gin (links.search_keys(id, account_id), links.searchable(alias, title, url) gin_trgm_ops)
  with (gin_pending_list_limit='256') where deleted_at is null;

-- No foreign keys: clicks are inserted seconds after their redirect, and a click of a link that was deleted in
-- between must not fail the batch.
create function links.delete_click_totals() returns trigger language plpgsql as $$
begin
  delete from links.click_hour where link_id = old.id;
  delete from links.click_day where link_id = old.id;
  delete from links.click_month where link_id = old.id;
  delete from links.link_total where link_id = old.id;
  return null;
end $$;

create trigger delete_click_totals after delete on links.link for each row execute function links.delete_click_totals();

create trigger enforce_limit_of_links before insert on links.link for each row when (new.purpose = 'link')
  execute function links.enforce_plan_limit('links', 'purpose = ''link'' and deleted_at is null', 'links');

create trigger enforce_limit_of_bio before insert on links.link for each row when (new.purpose = 'bio')
  execute function links.enforce_plan_limit('bio', 'purpose = ''bio'' and deleted_at is null', 'bio pages');

create trigger enforce_limit_of_qr before insert on links.link for each row when (new.purpose = 'qr')
  execute function links.enforce_plan_limit('qr', 'purpose = ''qr'' and deleted_at is null', 'QR codes');

create trigger enforce_limit_of_restored before update of deleted_at on links.link for each row
  when (new.purpose = 'link' and old.deleted_at is not null and new.deleted_at is null)
  execute function links.enforce_plan_limit('links', 'purpose = ''link'' and deleted_at is null', 'links');

-- Webhook events of links. Triggers, so that every way to create a link has the event exactly if the row is
-- committed.
create function links.announce_link() returns trigger language plpgsql as $$
declare
  happened text := case
    when tg_op = 'INSERT' or (old.deleted_at is not null and new.deleted_at is null) then 'link.created'
    when new.deleted_at is not null then 'link.deleted'
    else 'link.updated' end;
begin
  if exists (select from links.webhook
    where account_id = new.account_id and disabled_at is null and happened = any (events))
  then
    insert into links.webhook_event (account_id, kind, link_id, at) values (new.account_id, happened, new.id,
      case when tg_op = 'INSERT' then new.created_at when happened = 'link.deleted' then new.deleted_at
        when happened = 'link.updated' then new.updated_at end);
    perform graphile_worker.add_job('links.send-events', json_build_object('account', new.account_id::text),
      job_key => 'links.events:' || new.account_id);
  end if;
  return null;
end $$;

create trigger announce_new after insert on links.link for each row when (new.purpose = 'link')
  execute function links.announce_link();

create trigger announce_change after update of updated_at, deleted_at on links.link for each row
  when (new.purpose = 'link' and (old.deleted_at is distinct from new.deleted_at
    or (new.deleted_at is null and old.updated_at is distinct from new.updated_at)))
  execute function links.announce_link();

-- Plan limits apply to restored rows too.
create trigger enforce_limit_of_restored_bio before update of deleted_at on links.link for each row
  when (new.purpose = 'bio' and old.deleted_at is not null and new.deleted_at is null)
  execute function links.enforce_plan_limit('bio', 'purpose = ''bio'' and deleted_at is null', 'bio pages');

create trigger enforce_limit_of_restored_qr before update of deleted_at on links.link for each row
  when (new.purpose = 'qr' and old.deleted_at is not null and new.deleted_at is null)
  execute function links.enforce_plan_limit('qr', 'purpose = ''qr'' and deleted_at is null', 'QR codes');

create function links.reserve_alias() returns trigger language plpgsql as $$
begin
  insert into links.reserved_alias (alias_hash, former_owner_id, released_at)
    values (links.alias_hash(old.alias), old.account_id, coalesce(new.deleted_at, new.updated_at))
    on conflict (alias_hash) do update set former_owner_id = excluded.former_owner_id, released_at = excluded.released_at;
  return null;
end $$;

create trigger reserve_alias after update on links.link for each row
  when (old.deleted_at is null and old.domain_id is null
    and (new.deleted_at is not null or new.alias <> old.alias or new.domain_id is not null))
  execute function links.reserve_alias();

-- Runs after the insert, so that the unique index has waited for a concurrent release of the alias and the
-- reservation is visible. Raises the error of the index, so that callers handle one case.
create function links.refuse_reserved_alias() returns trigger language plpgsql as $$
begin
  if exists (select from links.reserved_alias where alias_hash = links.alias_hash(new.alias) and former_owner_id <> new.account_id) then
    raise unique_violation using message = 'The alias is reserved for its former owner', constraint = 'link_alias';
  end if;
  return null;
end $$;

create trigger refuse_reserved_alias after insert on links.link for each row
  when (new.deleted_at is null and new.domain_id is null) execute function links.refuse_reserved_alias();

create trigger refuse_reserved_alias_of_changed after update on links.link for each row
  when (new.deleted_at is null and new.domain_id is null
    and (old.deleted_at is not null or old.domain_id is not null or new.alias <> old.alias))
  execute function links.refuse_reserved_alias();

create function links.list_total() returns trigger language plpgsql as $$
begin
  update links.link_total set account_id = case when new.deleted_at is null then new.account_id end
  where link_id = new.id;
  return null;
end $$;

create trigger list_total after update of deleted_at on links.link for each row
  when (new.purpose = 'link' and (old.deleted_at is null) <> (new.deleted_at is null))
  execute function links.list_total();

-- Rows stay when the channel is deleted, so that restoring it restores its links.
create table links.channel_link (
  channel_id bigint not null references links.channel (id) on delete cascade,
  link_id bigint not null references links.link (id) on delete cascade,
  assigned_at timestamptz not null,
  primary key (channel_id, link_id)
);

create index channel_of_link on links.channel_link (link_id);

-- Pixels of links.
create table links.link_pixel (
  link_id bigint not null references links.link (id) on delete cascade,
  pixel_id bigint not null references links.pixel (id) on delete cascade,
  primary key (link_id, pixel_id)
);

create index link_of_pixel on links.link_pixel (pixel_id);

-- Rows stay when the tag is deleted, so that restoring it restores it on its links. Read from the newest link on.
create table links.link_tag (
  tag_id bigint not null references links.tag (id) on delete cascade,
  link_id bigint not null references links.link (id) on delete cascade,
  primary key (tag_id, link_id)
);

create index tag_of_link on links.link_tag (link_id);

-- Released aliases of the default domain, reserved for their former owners for RESERVED_NAME_DAYS. Aliases of custom
-- domains need no reservation, because nobody else can use them.
create table links.reserved_alias (
  -- Only the hash is stored, because an alias can be a name and outlives the account.
  alias_hash bytea primary key,
  -- No foreign key: the alias stays reserved when the account is deleted.
  former_owner_id bigint not null,
  released_at timestamptz not null
);

create index reserved_alias_age on links.reserved_alias (released_at);

-- Clicks used of links with a click limit. Separate from the totals, which are some seconds late: a click is counted
-- here before the redirect, so that concurrent processes cannot exceed the limit. Links without a limit have no row.
create table links.click_allowance (
  link_id bigint primary key references links.link (id) on delete cascade,
  used bigint not null
) with (fillfactor = 70);

-- How an account asks visitors for consent to pixels; no row: the operator's setting.
create table links.pixel_consent (
  account_id bigint primary key references identity.account (id) on delete cascade,
  mode text not null check (mode in ('ask', 'notice', 'legitimate')),
  privacy_url text,
  updated_at timestamptz not null
);

-- QR codes and bio pages ----------------------------------------------------------------------------------------------

-- QR codes. The link of purpose 'qr' has the code in its alias (`qr/<code>`), the name as title and the target as
-- url; this table has the rest of the content, and the design.
create table links.qr_code (
  link_id bigint primary key references links.link (id) on delete cascade,
  kind text not null check (kind in ('text', 'vcard', 'link', 'email', 'phone', 'sms', 'wifi')),
  -- Depends on the kind. Empty for kind 'link', whose content is the link's url.
  content jsonb not null default '{}',
  -- Whether the code contains its own short URL, so that scans are counted and the target can change, or the content
  -- itself.
  is_dynamic boolean not null,
  -- Colors, shapes and frame.
  design jsonb not null default '{}',
  -- A re-encoded PNG. Not an upload, because it is small and used only here.
  logo bytea
);

-- Bio pages. The link of purpose 'bio' has the alias, title, domain and state; this table has the content.
create table links.bio_page (
  link_id bigint primary key references links.link (id) on delete cascade,
  -- A short description below the name.
  about text not null default '',
  -- Path of the picture in the file store; null: none.
  avatar text,
  -- Theme, colors, fonts and shapes.
  design jsonb not null default '{}',
  -- Increases with every change and invalidates cached pages.
  version bigint not null default 1
);

-- Blocks of bio pages. Ids are from the sequence of links, so that clicks on blocks are counted like those of links.
create table links.bio_block (
  id bigint default nextval('links.link_id_seq'::regclass) primary key,
  link_id bigint not null references links.bio_page (link_id) on delete cascade,
  kind text not null
    check (kind in ('link', 'heading', 'text', 'image', 'video', 'social', 'form', 'divider', 'featured')),
  -- Depends on the kind.
  content jsonb not null default '{}',
  position integer not null,
  -- When the block is visible; null: unlimited.
  starts_at timestamptz,
  ends_at timestamptz,
  hidden_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null
);

create index bio_block_of_page on links.bio_block (link_id, position, id) where deleted_at is null;

create trigger delete_click_totals after delete on links.bio_block for each row execute function links.delete_click_totals();

-- Submissions of forms on bio pages.
create table links.bio_answer (
  id bigint generated always as identity primary key,
  link_id bigint not null references links.bio_page (link_id) on delete cascade,
  block_id bigint not null references links.bio_block (id) on delete cascade,
  name text not null default '',
  email text not null,
  message text not null default '',
  created_at timestamptz not null,
  email_folded text
);

create index bio_answer_of_page on links.bio_answer (link_id, id desc);
create unique index bio_answer_once on links.bio_answer (block_id, system.email_key(email, email_folded))
  where message = '';

-- Clicks and statistics -----------------------------------------------------------------------------------------------

-- Clicks, partitioned by month, so that expired months are dropped as a table. No foreign keys: clicks are inserted
-- seconds after their redirect, and one of a deleted link must not fail the batch.
create table links.click (
  id uuid primary key,
  at timestamptz not null,
  link_id bigint not null,
  is_bot boolean not null,
  visitor bigint not null,
  country text not null,
  browser text not null,
  system text not null,
  device text not null,
  language text not null,
  referrer text not null,
  region text not null default '',
  city text not null default '',
  variant text not null default '',
  account_id bigint
) partition by range (id);

create index click_of_link on links.click (link_id, at desc);
create index click_of_account on links.click (account_id, at desc) where account_id is not null;

-- Runs once per batch of clicks, in the statement that counts them: a click has an event exactly if it is counted.
create function links.announce_clicks() returns trigger language plpgsql as $$
declare
  owner bigint;
begin
  if not exists (select from links.webhook
    where disabled_at is null and events && '{link.clicked,qr.scanned}') then return null; end if;
  for owner in
    with told as (
      insert into links.webhook_event (account_id, kind, link_id, at, detail)
      select link.account_id, happened.kind, link.id, fresh.at, jsonb_build_object(
        'country', fresh.country, 'browser', fresh.browser, 'system', fresh.system,
        'device', fresh.device, 'language', fresh.language, 'referrer', fresh.referrer)
      from fresh
      join links.link as link on link.id = fresh.link_id
      cross join lateral (
        select case link.purpose when 'qr' then 'qr.scanned' else 'link.clicked' end as kind
      ) as happened
      where not fresh.is_bot and exists (select from links.webhook as hook
        where hook.account_id = link.account_id and hook.disabled_at is null and happened.kind = any (hook.events))
      returning account_id
    )
    select distinct account_id from told order by account_id
  loop
    -- Delayed, and not postponed by the next batch, so that events of simultaneous clicks are sent together.
    perform graphile_worker.add_job('links.send-events', json_build_object('account', owner::text),
      run_at => now() + interval '3 seconds',
      job_key => 'links.events:' || owner, job_key_mode => 'preserve_run_at');
  end loop;
  return null;
end $$;

-- Webhook events of clicks.
create trigger announce_clicks after insert on links.click referencing new table as fresh
  for each statement execute function links.announce_clicks();

-- Clicks of months without a partition; `links.add_click_month` moves them to their partition.
create table links.click_default partition of links.click default;

-- Visitors of a link on a day: a second visit on that day does not count as unique. Stored for two days.
create table links.visitor (
  day date not null,
  link_id bigint not null,
  visitor bigint not null,
  primary key (day, link_id, visitor)
);

-- The salt of a day, shared by all processes. After its deletion, hashes can no longer be linked to visitors.
create table links.visitor_salt (
  day date primary key,
  salt bytea not null
);

-- Totals of links. Separate from links.link, whose rows every redirect reads that is not cached.
create table links.link_total (
  link_id bigint primary key,
  clicks bigint not null,
  uniques bigint not null,
  last_click_at timestamptz,
  -- Account of the link, for the orders "most clicked" and "last clicked". Links without clicks have no row.
  account_id bigint,
  -- Clicks counted by another service before an import. `clicks` includes them, so that lists, limits and the API use
  -- one total. They are in no roll-up.
  imported_clicks bigint not null default 0
) with (fillfactor = 70);

create index link_total_by_clicks on links.link_total (account_id, clicks desc, link_id desc);
create index link_total_by_last_click on links.link_total (account_id, last_click_at desc nulls last, link_id desc);

create function links.own_total() returns trigger language plpgsql as $$
begin
  new.account_id := (
    select account_id from links.link where id = new.link_id and deleted_at is null and purpose = 'link'
  );
  return new;
end $$;

create trigger own_total before insert on links.link_total for each row execute function links.own_total();

-- The latest clicks of each account, in a ring buffer: new rows replace the oldest.
create table links.latest_click (
  account_id bigint not null references identity.account (id) on delete cascade,
  slot smallint not null,
  at timestamptz not null,
  link_id bigint not null,
  country text not null,
  browser text not null,
  device text not null,
  referrer text not null,
  -- Sequence number of the click within its account, for live statistics. Clicks of several processes do not arrive
  -- in chronological order.
  number bigint not null default 0,
  primary key (account_id, slot)
) with (fillfactor = 70);

-- Roll-ups of clicks, updated in the transaction that inserts the clicks. Rows change often but no indexed column
-- does: the fill factor leaves room for heap-only updates.
create table links.click_hour (
  link_id bigint not null,
  hour timestamptz not null,
  clicks integer not null,
  uniques integer not null,
  bots integer not null,
  primary key (link_id, hour)
) with (fillfactor = 70);

-- Finds expired rows. BRIN is small, because rows are stored in the order of time.
create index click_hour_old on links.click_hour using brin (hour);

-- Clicks of a link per day and dimension.
create table links.click_day (
  link_id bigint not null,
  day date not null,
  dimension text not null,
  value text not null,
  clicks integer not null,
  uniques integer not null,
  primary key (link_id, day, dimension, value)
) with (fillfactor = 70);

-- Finds recent days for the nightly roll-up. BRIN is small, because rows are stored in the order of time.
create index click_day_recent on links.click_day using brin (day);

-- links.click_day by month, so that a year of a popular link loads quickly.
create table links.click_month (
  link_id bigint not null,
  -- The first day of the month.
  month date not null,
  dimension text not null,
  value text not null,
  clicks bigint not null,
  uniques bigint not null,
  primary key (link_id, month, dimension, value)
) with (fillfactor = 70);

create index click_month_recent on links.click_month using brin (month);

-- Total clicks of an account.
create table links.account_total (
  account_id bigint primary key references identity.account (id) on delete cascade,
  clicks bigint not null,
  uniques bigint not null,
  last_click_at timestamptz,
  imported_clicks bigint not null default 0
) with (fillfactor = 70);

-- Roll-ups of all links of an account, updated in the same statement as those of the links, so that no page sums over
-- a million links. The dimensions are those of links.click_day, and `link` and `purpose`.
create table links.account_hour (
  account_id bigint not null references identity.account (id) on delete cascade,
  hour timestamptz not null,
  clicks integer not null,
  uniques integer not null,
  bots integer not null,
  primary key (account_id, hour)
) with (fillfactor = 70);

create index account_hour_old on links.account_hour using brin (hour);

-- Clicks of an account per day and dimension.
create table links.account_day (
  account_id bigint not null references identity.account (id) on delete cascade,
  day date not null,
  dimension text not null,
  value text not null,
  clicks integer not null,
  uniques integer not null,
  primary key (account_id, day, dimension, value)
) with (fillfactor = 70);

create index account_day_old on links.account_day using brin (day);

-- Clicks of an account per month and dimension.
create table links.account_month (
  account_id bigint not null references identity.account (id) on delete cascade,
  month date not null,
  dimension text not null,
  value text not null,
  clicks bigint not null,
  uniques bigint not null,
  primary key (account_id, month, dimension, value)
) with (fillfactor = 70);

create index account_month_recent on links.account_month using brin (month);

-- Creates the partition of a month. Callers hold the lock of those who insert clicks.
create function links.add_click_month(month date) returns void language plpgsql as $$
declare
  name text := 'click_' || to_char(month, 'YYYYMM');
  first uuid := links.click_id_at(month::timestamp at time zone 'UTC');
  next uuid := links.click_id_at((month + interval '1 month')::timestamp at time zone 'UTC');
begin
  if exists (select from pg_class where relnamespace = 'links'::regnamespace
    and (relname = name or (relname like 'click\_until\_%' and relkind = 'r' and right(relname, 6) > right(name, 6)))) then
    return;
  end if;
  execute format('create table links.%I (like links.click including defaults including indexes)', name);
  execute format('with moved as (delete from links.click_default where id >= %L and id < %L returning *)
    insert into links.%I select * from moved', first, next, name);
  execute format('alter table links.click attach partition links.%I for values from (%L) to (%L)', name, first, next);
end $$;

select links.add_click_month((date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date)
from generate_series(0, 2) as ahead;

-- Webhooks ------------------------------------------------------------------------------------------------------------

-- Webhooks of accounts.
create table links.webhook (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Encrypted rather than hashed, because it signs every message. Shown to its owner once.
  secret bytea not null,
  shown_at timestamptz,
  -- The previous secret. For a day after a rotation, messages have a signature with both.
  former_secret bytea,
  former_until timestamptz,
  -- The last successful delivery, and the start of the current failures.
  delivered_at timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  -- Why it was disabled; null: by its owner.
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index webhook_of_account on links.webhook (account_id, id desc);

create trigger enforce_limit before insert on links.webhook for each row
  execute function links.enforce_plan_limit('webhooks', 'true', 'webhooks');

-- Events that wait to be turned into deliveries by a job, for accounts with webhooks.
create table links.webhook_event (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null,
  link_id bigint not null,
  -- Null: when the job processes it.
  at timestamptz,
  detail jsonb
);

create index webhook_event_of_account on links.webhook_event (account_id, id);

-- Messages as they were sent, with the responses.
create table links.webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references links.webhook (id) on delete cascade,
  -- The message id, the same for retries, so that receivers can deduplicate.
  message text not null,
  kind text not null,
  body text not null,
  attempts smallint not null default 0,
  -- The next attempt; null: none.
  due_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- Of the last attempt: status, start of the response or error, and milliseconds.
  status smallint,
  response text,
  duration_ms integer,
  created_at timestamptz not null
);

create index webhook_delivery_of_webhook on links.webhook_delivery (webhook_id, id desc);
create index webhook_delivery_due on links.webhook_delivery (webhook_id, due_at) where due_at is not null;
create index webhook_delivery_age on links.webhook_delivery (created_at);

-- Imports and exports -------------------------------------------------------------------------------------------------

-- Imports of links from files, run by a job in batches. Each batch advances `next_row` in the transaction that
-- creates its links, so an interrupted import continues without duplicates.
create table links.import (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  file_name text not null,
  -- The service that exported the file.
  format text not null,
  -- For CSV files of other origin: the field of each column.
  mapping jsonb not null default '{}',
  -- Whether a row with a taken alias is skipped or gets another alias.
  duplicates text not null default 'skip' check (duplicates in ('skip', 'rename')),
  row_count integer not null,
  next_row integer not null default 1,
  created integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null,
  -- Null: previewed only.
  started_at timestamptz,
  finished_at timestamptz,
  -- The preview, computed by a job; null: not computed since the file or its mapping changed.
  preview jsonb,
  -- Why the file cannot be imported.
  problem text,
  -- Increases when the interpretation of the file changes, so that a job does not store an outdated preview.
  reading integer not null default 0,
  -- The other installation, for imports through its API; null: a file.
  source_url text,
  -- Its API key, encrypted. Null once all links are fetched.
  source_key bytea,
  -- Number of fetched links, and the total.
  fetched integer not null default 0,
  fetch_total integer not null default 0
);

create index import_of_account on links.import (account_id, id desc);

-- Uploaded files of imports, deleted when the import has ended, because they can contain private data.
create table links.import_file (
  import_id bigint primary key references links.import (id) on delete cascade,
  content bytea not null
);

-- Fetched pages of links, so that an interrupted job continues with the next. Deleted when they are combined into a
-- file.
create table links.import_page (
  import_id bigint not null references links.import (id) on delete cascade,
  page integer not null,
  content text not null,
  primary key (import_id, page)
);

-- Links that were created with another alias than in the file.
create table links.import_rename (
  import_id bigint not null references links.import (id) on delete cascade,
  row_number integer not null,
  alias_before text not null,
  alias_after text not null,
  primary key (import_id, row_number)
);

-- Rows that were not imported, and why.
create table links.import_refusal (
  import_id bigint not null references links.import (id) on delete cascade,
  row_number integer not null,
  field text not null,
  reason text not null,
  -- As in the file.
  address text not null,
  alias text not null,
  primary key (import_id, row_number)
);

-- Exports of an account's data at Hop, created by a job and stored for a few days.
create table links.data_export (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  requested_at timestamptz not null,
  ready_at timestamptz,
  failed_at timestamptz,
  -- Path in the file store, and size.
  path text,
  bytes bigint,
  expires_at timestamptz not null
);

create index data_export_of_account on links.data_export (account_id, id desc);
create index data_export_expiry on links.data_export (expires_at);

-- One export at a time per account.
create unique index data_export_under_way on links.data_export (account_id) where ready_at is null and failed_at is null;

-- Safety --------------------------------------------------------------------------------------------------------------

-- Lists of the operator for the safety of links. Links can be held (visitors see a warning) or suspended (no
-- redirect).
create table links.safety_entry (
  id bigint generated always as identity primary key,
  -- domain: targets on the domain and below it are rejected. keyword: targets whose URL contains it are rejected.
  -- brand: names that other domains must not imitate. trusted: domains that skip the rules.
  list text not null check (list in ('domain', 'keyword', 'brand', 'trusted')),
  -- In lower case; domains in their ASCII form.
  value text not null check (value <> ''),
  outcome text check (outcome in ('hold', 'refuse')),
  reason text not null default '',
  added_by bigint references identity.account (id) on delete set null,
  added_at timestamptz not null,
  check ((outcome is null) = (list in ('brand', 'trusted'))),
  unique (list, value)
);

create index safety_entry_newest on links.safety_entry (list, id desc);

-- Settings of safety rules; without a row, the default of the rule applies.
create table links.safety_rule (
  rule text primary key,
  outcome text not null check (outcome in ('allow', 'hold', 'refuse')),
  -- The threshold of rules that count.
  threshold integer check (threshold > 0),
  changed_by bigint references identity.account (id) on delete set null,
  changed_at timestamptz not null
);

-- Reports of links by visitors, one per link and reporter.
create table links.report (
  id bigint generated always as identity primary key,
  link_id bigint not null references links.link (id) on delete cascade,
  category text not null check (category in ('phishing', 'malware', 'scam', 'spam', 'illegal', 'other')),
  reason text not null default '',
  -- How to reach the reporter; optional, cleared when the report is decided.
  contact text not null default '',
  -- Hash of the reporter, to recognize repeated reports.
  reporter bytea not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references identity.account (id) on delete set null,
  unique (link_id, reporter)
);

create index report_open on links.report (link_id, id) where decided_at is null;
create index report_of_link on links.report (link_id, id desc);

-- ---------------------------------------------------------------------------------------------------------------------
-- Paid: calls over x402
-- ---------------------------------------------------------------------------------------------------------------------
create schema paid;

-- Payments of paid calls, see docs/decisions/0019-paid-calls.md.
create table paid.payment (
  id bigint generated always as identity primary key,
  -- SHA-256 of what identifies the payment on its chain: the payer and nonce of the authorization, or the signed
  -- message.
  identity bytea not null unique,
  -- The nonce of the paid quote; null for version 1, which has none, and for rejected payments.
  quote text unique,
  -- The buyer's payment id (payment-identifier).
  client_id text,
  payload_hash bytea not null,
  input_hash bytea not null,
  operation text not null,
  method text not null check (method in ('GET', 'POST')),
  version smallint not null check (version in (1, 2)),
  network text not null,
  asset text not null,
  -- In atomic units.
  amount bigint not null check (amount >= 0),
  payer text not null,
  state text not null check (state in ('claimed', 'settling', 'settled', 'refused', 'unknown')),
  -- Why it was rejected, or why its state is unknown.
  reason text,
  transaction text,
  -- The settlement request to the facilitator.
  request jsonb not null,
  -- Each process that works on the payment starts an attempt; only the latest may continue.
  attempt integer not null default 1,
  lease_until timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- The account whose wallet is credited after settlement; null: none, or the person was erased.
  credited_id bigint references identity.account (id) on delete set null,
  check ((state = 'settled') = (settled_at is not null))
);

create unique index payment_client_id on paid.payment (payer, client_id) where client_id is not null;
create index payment_settled_at on paid.payment (settled_at, id) where state = 'settled';
create index payment_refused_at on paid.payment (created_at, id) where state in ('refused', 'unknown');
create index payment_open on paid.payment (lease_until) where state in ('claimed', 'settling', 'unknown');
create index payment_credited on paid.payment (credited_id) where credited_id is not null;

-- Paid responses, returned again for the same payment.
create table paid.response (
  payment_id bigint not null primary key references paid.payment (id) on delete cascade,
  type text not null,
  body text not null,
  stored_at timestamptz not null,
  -- User names of the authors whose content the response has, one per item; null: none, or already counted.
  authors text[]
);

create index answer_stored_at on paid.response (stored_at);
create index answer_uncounted on paid.response (payment_id) where authors is not null;

-- Sold items per author.
create table paid.author_sale (
  account_id bigint not null references identity.account (id) on delete cascade,
  day date not null,
  operation text not null,
  items integer not null,
  primary key (account_id, day, operation)
);

-- Website audits. `token` is the secret part of the report's address.
create table paid.audit (
  id bigint generated always as identity primary key,
  token text not null unique,
  -- Null: the audit of a visitor.
  account_id bigint references identity.account (id) on delete cascade,
  host text not null,
  score smallint not null,
  grade text not null,
  report jsonb not null,
  created_at timestamptz not null
);

-- Lists: of an account, of a site, the newest report of a site for its badge, and expired ones.
create index audit_of_account on paid.audit (account_id, id desc) where account_id is not null;
create index audit_of_site on paid.audit (account_id, host, id desc) where account_id is not null;
create index audit_of_host on paid.audit (host, id desc);
create index audit_by_age on paid.audit (created_at);

-- Amounts paid by agents per day in UTC, written with the transfer.
create table paid.agent_spending (
  registration_id bigint not null,
  day date not null,
  amount bigint not null check (amount > 0),
  primary key (registration_id, day)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Agents: programs that act for people
-- ---------------------------------------------------------------------------------------------------------------------
create schema agents;

-- Keys that sign identity assertions. The private key is encrypted with SECRET_KEY.
create table agents.signing_key (
  id text primary key,
  public_jwk jsonb not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- When it stops signing. Its signatures are verified until `published_until`.
  retires_at timestamptz not null,
  published_until timestamptz not null
);

-- Registered agents. An agent acts for nobody until a person approves its claim.
create table agents.registration (
  id bigint generated always as identity primary key,
  -- The agent's id in the API and in assertions: `reg_…`.
  public_id text not null unique,
  name text not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  account_id bigint references identity.account (id) on delete cascade,
  claimed_at timestamptz,
  last_used_at timestamptz,
  -- By its person.
  revoked_at timestamptz,
  -- By an operator.
  blocked_at timestamptz,
  -- Limits set by the person; null: none.
  skills text[],
  audience text check (audience = 'friends'),
  daily_posts integer check (daily_posts > 0),
  -- Maximum amount per day that the agent can pay from the wallet of its person, in millionths of the currency; null:
  -- none.
  daily_spending bigint check (daily_spending > 0),
  check ((account_id is null) = (claimed_at is null))
);

alter table paid.agent_spending add foreign key (registration_id) references agents.registration (id) on delete cascade;

create index registration_of_account on agents.registration (account_id, id desc) where account_id is not null;
create index registration_unclaimed on agents.registration (created_at) where account_id is null;
create index registration_address on agents.registration (address, id desc);

-- Lists of agents for operators, and counts per day.
create index registration_name on agents.registration (lower(name) text_pattern_ops);
create index registration_created on agents.registration (created_at);
create index registration_claimed on agents.registration (claimed_at) where claimed_at is not null;

-- Claims of agents, which people approve with a code.
create table agents.claim (
  id bigint generated always as identity primary key,
  registration_id bigint not null unique references agents.registration (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  -- Six digits, once the agent has requested them.
  user_code text,
  started_at timestamptz,
  -- Seconds between polls of the token endpoint.
  poll_interval integer not null default 5,
  polled_at timestamptz,
  approved_at timestamptz,
  denied_at timestamptz,
  -- When it was exchanged for a token.
  used_at timestamptz
);

create unique index claim_pending_code on agents.claim (user_code) where user_code is not null and approved_at is null
  and denied_at is null;

-- Access tokens of agents. Only the hash is stored.
create table agents.access_token (
  token_hash bytea primary key,
  registration_id bigint not null references agents.registration (id) on delete cascade,
  -- `api`, or empty for the token of an unclaimed agent.
  scope text not null check (scope in ('', 'api')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index access_token_of_registration on agents.access_token (registration_id);
create index access_token_expiry on agents.access_token (expires_at);

-- Tasks that agents requested at /a2a, with their outcomes.
create table agents.task (
  id uuid primary key,
  -- Order of the last change.
  place bigint generated always as identity,
  registration_id bigint not null references agents.registration (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  context_id text not null,
  message_id text,
  -- SHA-256 of the parameters: the same message id with other parameters is rejected.
  fingerprint bytea not null,
  skill text not null,
  state text not null check (state in ('working', 'completed', 'rejected', 'failed')),
  message jsonb not null,
  -- The outcome for the agent: `{text}`, and artifacts if there are any.
  outcome jsonb,
  created_at timestamptz not null
);

create unique index task_message on agents.task (registration_id, message_id) where message_id is not null;
create index task_of_registration on agents.task (registration_id, place desc);
create index task_of_account on agents.task (account_id, place desc);
create index task_created on agents.task (created_at);

-- Changes that agents made through the rest of the API. Ordered together with `task` by one sequence.
create table agents.api_call (
  place bigint default nextval((pg_get_serial_sequence('agents.task', 'place'))::regclass) primary key,
  registration_id bigint not null references agents.registration (id) on delete cascade,
  path text not null,
  created_at timestamptz not null
);

create index api_call_of_registration on agents.api_call (registration_id, place desc);
create index api_call_created on agents.api_call (created_at);

-- Agents are connected apps: revoking apps with a new password revokes agents too.
create function agents.end_with_grants() returns trigger language plpgsql as $$
begin
  update agents.registration set revoked_at = new.grants_ended_at where account_id = new.id and revoked_at is null;
  return null;
end $$;

create trigger end_agents after update of grants_ended_at on identity.account for each row
  when (new.grants_ended_at is distinct from old.grants_ended_at and new.grants_ended_at is not null)
  execute function agents.end_with_grants();
