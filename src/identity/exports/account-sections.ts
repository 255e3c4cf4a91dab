import { t } from '../../web/translation/translate.ts';
import { sql, type RawBuilder } from 'kysely';
import { suppressionRows } from '../../platform/mail/suppressions.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';

/**
 * The username of another account, for an archive. Null if the account is deleted or scheduled for deletion.
 */
export const usernameOf = (id: string): RawBuilder<string> =>
  sql`(select username from identity.account where id = ${sql.ref(id)} and deleted_at is null and deletion_requested_at is null)`;

/** Account details shared by both services. */
export const accountSections = (accountId: string): ArchiveSection[] => [
  {
    name: 'profile',
    title: t('Profile'),
    about: t('Your account details and privacy settings.'),
    files: ['picture', 'cover'],
    rows: sql`select username, first_name as "firstName", last_name as "lastName", email, phone, picture, cover, biography,
      birthdate::text as birthdate, (select title from identity.gender where gender.id::text = account.gender::text) as gender,
      relationship, country, city, hometown, website, social_links as "elsewhere", work_title as "workTitle",
      work_place as "workPlace", work_url as "workWebsite", edu_school as school, edu_major as major, edu_class as class,
      (select jsonb_object_agg(field.label, value.value) from identity.profile_value as value
        join identity.profile_field as field on field.id = value.field_id where value.account_id = account.id) as "otherFields",
      language, privacy, is_private as private, registered_at as "registeredAt", activated_at as "activatedAt", verified_at as "verifiedAt",
      last_seen_at as "lastSeenAt", role,
      (select jsonb_agg(jsonb_build_object('plan', plan, 'since', assigned_at, 'until', expires_at))
        from identity.account_plan where account_id = account.id) as plan
      from identity.account as account where id = ${accountId}`,
  },
  {
    name: 'devices',
    title: t('Devices'),
    about: t('Devices you are signed in on.'),
    rows: sql`select device_name as device, device_type as kind, user_agent as browser, address,
      created_at as "signedInAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
      from identity.session where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'passkeys-and-keys',
    title: t('Passkeys and API keys'),
    about: t('Names and last use, without the keys themselves.'),
    rows: sql`select kind, name, "createdAt", "lastUsedAt", "revokedAt" from (
        select 'Passkey' as kind, name, created_at as "createdAt", last_used_at as "lastUsedAt", null::timestamptz as "revokedAt"
        from identity.passkey where account_id = ${accountId}
        union all select 'API key', name, created_at, last_used_at, revoked_at
        from identity.access_key where account_id = ${accountId}
      ) as each order by "createdAt" desc`,
  },
  {
    name: 'connected-accounts',
    title: t('Connected accounts'),
    about: t('Accounts elsewhere that you sign in with.'),
    rows: sql`select provider.label as provider, linked.subject as id, linked.name, linked.linked_at as "connectedAt",
      linked.last_used_at as "lastUsedAt" from identity.linked_identity as linked
      join identity.provider on provider.id = linked.provider_id
      where linked.account_id = ${accountId} order by linked.id`,
  },
  {
    name: 'organizations',
    title: t('Organizations'),
    about: t('What organizations that manage your account have stored of you, and your groups there.'),
    rows: sql`select provider.label as organization, person.user_name as "userName", person.external_id as "externalId",
      person.email, person.given_name as "givenName", person.family_name as "familyName", person.display_name as "displayName",
      person.active, person.created_at as "createdAt", person.updated_at as "updatedAt",
      array(select home.display_name from identity.provisioned_group_member as member
        join identity.provisioned_group as home on home.id = member.group_id
        where member.account_id = person.account_id and home.provider_id = person.provider_id order by home.id) as groups
      from identity.provisioned_user as person join identity.provider on provider.id = person.provider_id
      where person.account_id = ${accountId} order by provider.id`,
  },
  {
    name: 'teams',
    title: t('Teams'),
    about: t('Teams you belong to, and the members of your team.'),
    rows: sql`select ${usernameOf('team_member.owner_id')} as owner, ${usernameOf('team_member.member_id')} as member,
      role, domains, joined_at as "joinedAt" from identity.team_member
      where owner_id = ${accountId} or member_id = ${accountId} order by joined_at desc`,
  },
  {
    name: 'email-delivery',
    title: t('Email delivery'),
    about: t('Why your address gets no email, if it does not.'),
    rows: suppressionRows(
      sql`(select system.email_key(email, email_folded) from identity.account where id = ${accountId})`,
    ),
  },
  {
    name: 'suspensions',
    title: t('Suspensions'),
    about: t('When your account was suspended, and why.'),
    rows: sql`select reason, created_at as "suspendedAt", ends_at as "endsAt", lifted_at as "liftedAt"
      from identity.suspension where account_id = ${accountId} order by id desc`,
  },
];
