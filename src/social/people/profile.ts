import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { existingPeople, isLive } from '../../identity/account/people.ts';
import { canSeePart, toPrivacy } from '../../identity/account/privacy.ts';
import type { PrivacySettings, PrivatePart } from '../../identity/account/privacy.ts';
import { storedAnswersOf } from '../../identity/profile-fields.ts';
import { toSocialLinks } from '../../identity/profile/profile.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { type App, type Asker, may, type Viewer } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import { compileForViewer, compileOnce, whenGiven } from '../../platform/database/queries.ts';
import { noCounts, type PersonCount, personCounts } from '../tallies/tally.ts';
import { blockerOf, mutualFriends, acceptsTips, type Person, toPerson } from './person.ts';
import { type Relation, relationWith, toRelation } from './relation.ts';

/** A person with the details visible to the viewer and their relationship. */
export interface Profile extends Person {
  gender: string;
  biography: string;
  /** URL of the cover picture. */
  cover: string | null;
  registeredAt: Date;
  /** Whether this is the placeholder account that owns the remaining content of deleted accounts. */
  isFormer: boolean;
  /** Whether their posts are for followers and friends only. */
  isPrivate: boolean;
  hasNewsletter: boolean;
  /** Whether they offer paid plans. */
  hasPlans: boolean;
  acceptsTips: boolean;
  /** Null if never seen or not shared. */
  lastSeenAt: Date | null;
  relation: Relation;
  privacy: PrivacySettings;
  counts: Record<PersonCount, number>;
  /** Number of friends in common with the viewer. Undefined if not requested. */
  mutualFriends?: number;
}

interface Wanted {
  /** Count the friends in common with the viewer, if the viewer may know. */
  withMutualFriends?: boolean;
}

/** Returns the given people in the given order, without deleted accounts, in one query. */
export async function getProfiles(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
  wanted: Wanted = {},
): Promise<Profile[]> {
  if (ids.length === 0) return [];
  const rows = await selectProfiles(app.db, viewer, { ids }, shapeOf(app, wanted));
  const profiles = new Map(rows.map((row) => [row.id, toProfile(app, viewer, row, wanted)]));
  return ids.flatMap((id) => profiles.get(id) ?? []);
}

type Shape = Required<Wanted> & Pick<Config, 'MONETIZATION'>;

const shapeOf = ({ config: { MONETIZATION } }: App, { withMutualFriends = false }: Wanted): Shape => ({
  withMutualFriends,
  MONETIZATION,
});

/** The columns of live people for `toProfile`. */
const buildProfiles = (db: App['db'], viewer: Asker | undefined, { withMutualFriends, ...config }: Shape) => {
  const mutual = withMutualFriends && viewer ? mutualFriends('person.id', viewer) : sql<number>`0`;
  return db
    .selectFrom(existingPeople('person'))
    .innerJoin('identity.account as account', 'account.id', 'person.id')
    .where(isShownTo(viewer))
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
      'person.is_private',
      'account.privacy',
    ])
    .select([
      relationWith('person.id', viewer).as('relation'),
      personCounts('person.id').as('counts'),
      mutual.as('mutual'),
      sql<boolean>`exists (select from social.plan
        where plan.account_id = person.id and plan.deleted_at is null)`.as('has_plans'),
      sql<boolean>`exists (select from social.newsletter where newsletter.account_id = person.id)`.as(
        'has_newsletter',
      ),
      acceptsTips(config, sql.ref('person.id')).as('accepts_tips'),
      (viewer
        ? sql`(select own.privacy from identity.account as own where own.id = ${viewer.id})`
        : sql`null`
      ).as('own_privacy'),
    ]);
};

/** Accounts that are not activated yet are visible to themselves and to those who approve or moderate them. */
function isShownTo(viewer: Asker | undefined): RawBuilder<SqlBool> {
  if (!viewer) return isLive('account');
  const isOpen =
    may(viewer, 'moderate') || may(viewer, 'operate') ? sql`true` : sql`account.id = ${viewer.id}`;
  return sql`(${isLive('account')} or (account.activated_at is null and account.suspended_at is null
    and account.deletion_requested_at is null and ${isOpen}))`;
}

const selectProfiles = compileForViewer((db, viewer, { ids }: { ids: readonly string[] }, shape: Shape) =>
  buildProfiles(db, viewer, shape).where('person.id', '=', sql<string>`any(${ids}::bigint[])`),
);

type Row = Awaited<ReturnType<typeof selectProfiles>>[number];

function toProfile(
  app: App,
  viewer: Viewer | undefined,
  row: Row,
  { withMutualFriends = false }: Wanted = {},
): Profile {
  const relation = toRelation(app, viewer, row.id, row.relation);
  const privacy = toPrivacy(row.privacy);
  // Presence is mutual: visitors and viewers who do not share theirs do not see that of others.
  const sharesPresence =
    viewer !== undefined &&
    !relation.blocks &&
    privacy.shares.presence &&
    toPrivacy(row.own_privacy).shares.presence;
  const known = { ...noCounts, ...row.counts };
  const knowsFriends = canSeePart(privacy, 'friends', relation);
  return {
    ...toPerson(app, row),
    gender: canSeePart(privacy, 'gender', relation) ? row.gender : '',
    biography: row.biography,
    cover: row.cover === null ? null : app.files.address(row.cover),
    registeredAt: row.registered_at,
    isFormer: row.is_former,
    isPrivate: row.is_private,
    hasNewsletter: row.has_newsletter,
    hasPlans: row.has_plans,
    acceptsTips: row.accepts_tips,
    lastSeenAt: sharesPresence ? row.last_seen_at : null,
    relation,
    privacy,
    counts: knowsFriends ? known : { ...known, friends: 0 },
    ...(withMutualFriends && { mutualFriends: knowsFriends && !relation.isMe ? row.mutual : 0 }),
  };
}

/**
 * Returns a person by account id or username. A person is missing for those they blocked, but not for those
 * who blocked them, so that they can unblock.
 */
export async function getProfile(
  app: App,
  viewer: Viewer | undefined,
  by: { id: string } | { username: string },
  wanted: { withMutualFriends?: boolean } = {},
): Promise<Profile> {
  const [row] = await selectProfile(
    app.db,
    viewer,
    'id' in by ? { id: by.id, name: undefined } : { id: undefined, name: by.username.toLowerCase() },
    shapeOf(app, wanted),
  );
  if (!row) throw missing(msg('Person'));
  return toProfile(app, viewer, row, wanted);
}

interface By {
  id: string | undefined;
  name: string | undefined;
}

const selectProfile = compileForViewer((db, viewer, { id, name }: By, shape: Shape) =>
  buildProfiles(db, viewer, shape)
    .$call(whenGiven(id, (query, id) => query.where('person.id', '=', id)))
    .$call(whenGiven(name, (query, name) => query.where('person.username_key', '=', name)))
    .$call(
      whenGiven(viewer, (query, viewer) => query.where((eb) => eb.not(blockerOf('person.id', viewer.id)))),
    ),
);

export type ProfileDetails = Awaited<ReturnType<typeof getProfileDetails>>;

/** Returns a person's profile details. Those hidden from the viewer are empty. */
export async function getProfileDetails({ db }: Pick<App, 'db'>, { id, privacy, relation }: Profile) {
  const [row] = await selectDetails(db, { id }, undefined);
  if (!row) throw missing(msg('Person'));
  const known = (part: PrivatePart, text: string) => (canSeePart(privacy, part, relation) ? text : '');
  return {
    email: known('email', row.email),
    phone: known('phone', row.phone),
    birthdate: known('birthdate', row.birthdate ?? ''),
    relationship: known('relationship', row.relationship),
    country: known('location', row.country),
    city: known('location', row.city),
    hometown: known('location', row.hometown),
    workTitle: known('work', row.work_title),
    workPlace: known('work', row.work_place),
    workUrl: known('work', row.work_url),
    school: known('education', row.edu_school),
    major: known('education', row.edu_major),
    class: known('education', row.edu_class),
    website: known('links', row.website),
    links: canSeePart(privacy, 'links', relation) ? toSocialLinks(row.social_links) : {},
    /** Answers to the operator's fields, by field id. */
    answers: new Map(Object.entries(row.answers)),
  };
}

const selectDetails = compileOnce((db, { id }: { id: string }) =>
  db
    .selectFrom('identity.account')
    .select(['email', 'phone', 'website', 'relationship', 'country', 'city', 'hometown'])
    .select(['work_title', 'work_place', 'work_url', 'edu_school', 'edu_major', 'edu_class'])
    .select(['social_links', sql<string | null>`birthdate::text`.as('birthdate')])
    .select(storedAnswersOf('account.id').as('answers'))
    .where('id', '=', id),
);
