-- Names that look alike have the same look: `J4ne Austen`, `jane.austen`, and the same in Cyrillic letters. plpgsql, so that the
-- expression of the indexes below is the one of the queries and is never inlined.
create function identity.look(name text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  -- Marks above and below letters, spaces, punctuation, and what cannot be seen.
  name := regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff[:space:][:punct:]·•‘’–—]', '', 'g');
  name := lower(translate(name,
    'аАвВеЕёЁкКмМнНоОрРсСтТуУхХіІїЇјЈѕЅԁһԛԝӏ' || 'αΑΒΕΗΙιΚκΜΝνΟοΡρΤτΥυΧχΖ' || 'ıłŁøØđĐɑɡ',
    'aAbBeEeEkKmMhHoOpPcCtTyYxXiIiIjJsSdhqwl' || 'aABEHIiKkMNvOoPpTtYuXxZ' || 'ilLoOdDag'));
  name := replace(replace(name, 'rn', 'm'), 'vv', 'w');
  return translate(name, '0134578i', 'oleastbl');
end $$;

-- Few are verified, so these indexes are small.
create index account_verified_username on identity.account (identity.look(username))
  where verified_at is not null and deleted_at is null;
create index account_verified_name on identity.account (identity.look(first_name || ' ' || last_name))
  where verified_at is not null and deleted_at is null;
create index page_verified_username on social.page (identity.look(username))
  where verified_at is not null and deleted_at is null;
create index page_verified_title on social.page (identity.look(title))
  where verified_at is not null and deleted_at is null;

-- What people and pages that the operators verified are called; `name` as it is spelled, without spaces, dots and underscores.
create view identity.verified_name as
  select identity.look(username) as look, lower(translate(username, ' ._', '')) as name, 'person' as kind, id as owner_id
    from identity.account where verified_at is not null and deleted_at is null
  union all
  select identity.look(first_name || ' ' || last_name), lower(translate(first_name || last_name, ' ._', '')), 'person', id
    from identity.account where verified_at is not null and deleted_at is null
  union all
  select identity.look(username), lower(translate(username, ' ._', '')), 'page', owner_id
    from social.page where verified_at is not null and deleted_at is null
  union all
  select identity.look(title), lower(translate(title, ' ._', '')), 'page', owner_id
    from social.page where verified_at is not null and deleted_at is null;
