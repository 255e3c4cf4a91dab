import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { permissionsOfAccount } from '../../identity/account/viewer.ts';
import { toSocialLinks } from '../../identity/profile/profile.ts';
import { sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { SqlTime } from '../../platform/http/families/social.ts';
import { canMonetize } from '../access/entitlement.ts';
import { toPerson } from '../people/person.ts';
import { AuthorRecord, counted, lifeFields, toAuthorRecord, toCounted } from '../people/records.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { plainMoney } from '../wallet/money.ts';
import { getSellingSettings } from '../wallet/sales.ts';

/** The signed-in person's own record: public fields and private ones. */
export const OwnUser = Type.Object({
  ...AuthorRecord.properties,
  user_email: Type.String(),
  user_gender: Type.String(),
  user_cover: Type.String(),
  user_biography: Type.String(),
  user_registered: SqlTime('Time of registration'),
  user_phone: Type.String(),
  user_birthdate: Type.String({ description: 'YYYY-MM-DD, or blank' }),
  user_website: Type.String(),
  user_relationship: Type.String(),
  user_country: Type.String(),
  ...lifeFields,
  user_activated: Type.String({ description: '"1" or "0"' }),
  user_started: Type.String({ description: '"1" or "0"' }),
  can_monetize_content: Type.Boolean({ description: 'Whether the member may offer paid plans' }),
  chat_price: Type.String({
    description: 'Price of a first message from people you neither follow nor are friends with; 0 if free',
  }),
  user_subscribed: Type.Boolean({ description: 'Always false: there are no paid plans' }),
  user_is_online: Type.Boolean(),
  user_last_seen: SqlTime('Time of the last activity'),
  user_social_facebook: Type.String(),
  user_social_twitter: Type.String(),
  user_social_youtube: Type.String(),
  user_social_instagram: Type.String(),
  user_social_twitch: Type.String(),
  user_social_linkedin: Type.String(),
  user_social_vkontakte: Type.String(),
  connection: Type.String({ description: 'Always `me`' }),
  ...counted,
});
export type OwnUser = Static<typeof OwnUser>;

export async function getOwnUser(app: App, accountId: string): Promise<OwnUser> {
  const row = await app.db
    .selectFrom('identity.account as account')
    .select(['id', 'username', 'first_name', 'last_name', 'picture', 'picture_small'])
    .select(['email', 'gender', 'cover', 'biography', 'registered_at', 'activated_at', 'started_at'])
    .select(['last_seen_at', 'verified_at', 'social_links'])
    .select(['phone', 'website', 'relationship', 'country', 'city', 'hometown'])
    .select(['work_title', 'work_place', 'work_url', 'edu_major', 'edu_school', 'edu_class'])
    .select(sql<string | null>`birthdate::text`.as('birthdate'))
    .select(permissionsOfAccount.as('permissions'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const links = toSocialLinks(row.social_links);
  return {
    ...toAuthorRecord(app, toPerson(app, row)),
    user_email: row.email,
    user_gender: row.gender,
    user_cover: row.cover === null ? '' : app.files.address(row.cover),
    user_biography: row.biography,
    user_registered: sqlDate(row.registered_at),
    user_phone: row.phone,
    user_birthdate: row.birthdate ?? '',
    user_website: row.website,
    user_relationship: row.relationship,
    user_country: row.country,
    user_current_city: row.city,
    user_hometown: row.hometown,
    user_work_title: row.work_title,
    user_work_place: row.work_place,
    user_work_url: row.work_url,
    user_edu_major: row.edu_major,
    user_edu_school: row.edu_school,
    user_edu_class: row.edu_class,
    user_activated: row.activated_at ? '1' : '0',
    user_started: row.started_at ? '1' : '0',
    can_monetize_content: canMonetize(app.config, row),
    chat_price: plainMoney((await getSellingSettings(app, accountId)).chatPrice ?? 0n),
    user_subscribed: false,
    user_is_online: true,
    user_last_seen: sqlDate(row.last_seen_at ?? app.clock.now()),
    user_social_facebook: links.facebook ?? '',
    user_social_twitter: links.twitter ?? '',
    user_social_youtube: links.youtube ?? '',
    user_social_instagram: links.instagram ?? '',
    user_social_twitch: links.twitch ?? '',
    user_social_linkedin: links.linkedin ?? '',
    user_social_vkontakte: links.vkontakte ?? '',
    connection: 'me',
    ...toCounted(await getPersonCounts(app, accountId)),
  };
}
