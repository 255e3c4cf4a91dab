import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import { mayKnow, readPrivacy } from '../../../identity/account/privacy.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { isPair } from '../../people/between.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';
import { readRelation } from '../../people/relation.ts';

/** The friends whom the viewer has in common with somebody, the viewer's newest first; nobody for those who may not know. */
export async function listMutualFriends(
  app: App,
  viewer: Viewer,
  personId: string,
  page = 0,
): Promise<PageOfPeople> {
  const relation = await readRelation(app, viewer, personId);
  if (relation.isMe || !mayKnow(await readPrivacy(app, personId), 'friends', relation))
    return { items: [], hasMore: false };
  const query = app.db
    .selectFrom('social.friendship as mine')
    .innerJoin(livePeople('person'), (join) =>
      join.on(
        'person.id',
        '=',
        sql<string>`case mine.requester_id when ${viewer.id} then mine.recipient_id else mine.requester_id end`,
      ),
    )
    .where((eb) => eb.or([eb('mine.requester_id', '=', viewer.id), eb('mine.recipient_id', '=', viewer.id)]))
    .where('mine.accepted_at', 'is not', null)
    .where(
      sql<boolean>`exists (select from social.friendship
        where accepted_at is not null and ${isPair('person.id', personId)})`,
    )
    .orderBy('mine.accepted_at', 'desc')
    .orderBy('person.id')
    .select('person.id');
  return toPeople(app, viewer, query, page);
}
