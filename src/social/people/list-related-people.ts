import { isListed } from '../../identity/account/privacy.ts';
import { sql } from 'kysely';
import { livePerson } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import { blockedBetween } from './between.ts';
import { toPerson, type Person } from './person.ts';

export interface RelatedPeople {
  /** Followers of the person whom the viewer follows. */
  known: readonly Person[];
  /** The people the person followed most recently. */
  followed: readonly Person[];
}

const max = 4;
/** Maximum number of follows considered, so that the cost is independent of the number of followers. */
const maxOfViewer = sql.lit(200);
const maxOfPerson = sql.lit(40);

/** Returns people related to a person for the sidebar of a profile, in one query. */
export async function listRelatedPeople(
  app: App,
  viewer: Viewer | undefined,
  personId: string,
): Promise<RelatedPeople> {
  const followed = relatedTo(
    app,
    viewer,
    'followed',
    sql`select followed_id as id, created_at from social.follow where follower_id = ${personId}
      order by created_at desc, followed_id limit ${maxOfPerson}`,
  );
  const rows = await (
    viewer && viewer.id !== personId
      ? relatedTo(app, viewer, 'known', followersKnownTo(viewer, personId)).unionAll(followed)
      : followed
  ).execute();
  const of = (kind: keyof RelatedPeople) =>
    rows.filter((row) => row.kind === kind).map((row) => toPerson(app, row));
  const known = of('known');
  return {
    known,
    followed: of('followed').filter(({ id }) => known.every((person) => person.id !== id)),
  };
}

/**
 * Looks up each person the viewer follows among the followers. `offset 0` prevents a scan of the followers,
 * who may be numerous.
 */
const followersKnownTo = ({ id }: Viewer, personId: string) => sql`
  select mine.followed_id as id, theirs.created_at from (
    select followed_id from social.follow where follower_id = ${id}
    order by created_at desc, followed_id limit ${maxOfViewer}
  ) as mine
  cross join lateral (
    select created_at from social.follow where follower_id = mine.followed_id and followed_id = ${personId} offset 0
  ) as theirs`;

const relatedTo = (
  { db }: App,
  viewer: Viewer | undefined,
  kind: keyof RelatedPeople,
  ids: ReturnType<typeof sql>,
) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom(sql<{ id: string; created_at: Date }>`(${ids})`.as('found'))
        .innerJoinLateral(livePerson('person', 'found.id'), (join) => join.onTrue())
        .where('person.is_former', '=', false)
        .$call(
          whenGiven(viewer, (query, viewer) =>
            query
              .where('person.id', '!=', viewer.id)
              .where((eb) => eb.not(blockedBetween('person.id', viewer.id))),
          ),
        )
        .$if(viewer === undefined, (query) => query.where(isListed('person.id')))
        .orderBy('found.created_at', 'desc')
        .orderBy('person.id')
        .limit(max)
        .select(sql.lit(kind).as('kind'))
        .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
        .select(['person.picture', 'person.picture_small', 'person.verified_at'])
        .as('person'),
    )
    .selectAll();
