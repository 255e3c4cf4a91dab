import { sql } from 'kysely';
import { mayKnow, toPrivacy, type Privacy } from '../../../identity/account/privacy.ts';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { noCounts, personCounts } from '../../tallies/read-counts.ts';
import type { PersonCount } from '../../tallies/tally.ts';
import { toPerson, type Person } from '../person.ts';
import { acceptsTips } from '../accepts-tips.ts';
import { mutualFriends } from '../friends/mutual-friends.ts';
import { relationWith, toRelation, type Relation } from '../relation.ts';

/** Somebody with what they tell the viewer about themselves, and how the viewer stands to them. */
export interface Profile extends Person {
  gender: string;
  biography: string;
  /** Address of the picture across the top. */
  cover: string | null;
  registeredAt: Date;
  /** In whose name stands what others have kept of those who are gone. */
  isFormer: boolean;
  /** Whether they offer plans. */
  hasPlans: boolean;
  acceptsTips: boolean;
  /** null: never, or not shared. */
  lastSeenAt: Date | null;
  relation: Relation;
  privacy: Privacy;
  counts: Record<PersonCount, number>;
  /** How many friends they have in common with the viewer; omitted where that was not asked. */
  mutualFriends?: number;
}

interface Wanted {
  /** Count the friends in common with the viewer, where the viewer may know. */
  withMutualFriends?: boolean;
}

/** The people named, in the order named, without those who are gone: one query. */
export async function readProfiles(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
  wanted: Wanted = {},
): Promise<Profile[]> {
  if (ids.length === 0) return [];
  const rows = await selectProfiles(app, viewer, wanted)
    .where('person.id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const profiles = new Map(rows.map((row) => [row.id, toProfile(app, viewer, row, wanted)]));
  return ids.flatMap((id) => profiles.get(id) ?? []);
}

/** Everything that `toProfile` needs of living people. */
export const selectProfiles = (
  app: App,
  viewer: Viewer | undefined,
  { withMutualFriends = false }: Wanted = {},
) => {
  const mutual = withMutualFriends && viewer ? mutualFriends('person.id', viewer) : sql<number>`0`;
  return app.db
    .selectFrom(livePeople('person'))
    .innerJoin('identity.account as account', 'account.id', 'person.id')
    .select([
      'person.id',
      'person.username',
      'person.first_name',
      'person.last_name',
      'person.gender',
      'person.biography',
      'person.picture',
      'person.picture_small',
      'person.cover',
      'person.registered_at',
      'person.last_seen_at',
      'person.verified_at',
      'person.is_former',
      'account.privacy',
    ])
    .select([
      relationWith('person.id', viewer).as('relation'),
      personCounts('person.id').as('counts'),
      mutual.as('mutual'),
      sql<boolean>`exists (select from social.plan
        where plan.account_id = person.id and plan.deleted_at is null)`.as('has_plans'),
      acceptsTips(app.config, sql.ref('person.id')).as('accepts_tips'),
      (viewer
        ? sql`(select own.privacy from identity.account as own where own.id = ${viewer.id})`
        : sql`null`
      ).as('own_privacy'),
    ]);
};

type Row = Awaited<ReturnType<ReturnType<typeof selectProfiles>['execute']>>[number];

export function toProfile(
  app: App,
  viewer: Viewer | undefined,
  row: Row,
  { withMutualFriends = false }: Wanted = {},
): Profile {
  const relation = toRelation(app, viewer, row.id, row.relation);
  const privacy = toPrivacy(row.privacy);
  // Details that are not shared do not appear in common lists either.
  const sharesPresence = privacy.shares.presence && toPrivacy(row.own_privacy).shares.presence;
  const known = { ...noCounts, ...row.counts };
  const knowsFriends = mayKnow(privacy, 'friends', relation);
  return {
    ...toPerson(app, row),
    gender: mayKnow(privacy, 'gender', relation) ? row.gender : '',
    biography: row.biography,
    cover: row.cover === null ? null : app.files.address(row.cover),
    registeredAt: row.registered_at,
    isFormer: row.is_former,
    hasPlans: row.has_plans,
    acceptsTips: row.accepts_tips,
    lastSeenAt: sharesPresence ? row.last_seen_at : null,
    relation,
    privacy,
    counts: knowsFriends ? known : { ...known, friends: 0 },
    ...(withMutualFriends && { mutualFriends: knowsFriends && !relation.isMe ? row.mutual : 0 }),
  };
}
