import { Type } from 'typebox';
import type { Static } from 'typebox';
import { SqlTime } from '../../../platform/http/families/social.ts';
import { lifeFields } from '../../people/records/life-fields.ts';
import { AuthorRecord, counted } from '../../people/records/user-record.ts';

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
