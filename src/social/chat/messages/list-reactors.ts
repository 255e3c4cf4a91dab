import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { livePeople } from '../../../identity/account/live-people.ts';
import { blockedBetween } from '../../people/between.ts';
import { toPeople, type PageOfPeople } from '../../people/lists.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { requireReadable } from './require-readable.ts';

/** Returns the people who reacted to a message with their reactions, latest first. */
export async function listReactors(
  app: App,
  viewer: Viewer,
  messageId: string,
  { kind, page = 0 }: { kind?: ReactionKind | undefined; page?: number } = {},
): Promise<PageOfPeople & { kinds: Map<string, ReactionKind> }> {
  await requireReadable(app, viewer, messageId);
  const query = app.db
    .selectFrom('social.message_reaction as reaction')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'reaction.account_id'))
    .where('reaction.message_id', '=', messageId)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .$call(whenGiven(kind, (reactions, kind) => reactions.where('reaction.kind', '=', kind)))
    .orderBy('reaction.created_at', 'desc')
    .orderBy('person.id')
    .select('person.id');
  const people = await toPeople(app, viewer, query, page);
  const kinds = await app.db
    .selectFrom('social.message_reaction')
    .where('message_id', '=', messageId)
    .where('account_id', '=', sql<string>`any(${people.items.map(({ id }) => id)}::bigint[])`)
    .select(['account_id', 'kind'])
    .execute();
  return { ...people, kinds: new Map(kinds.map((row) => [row.account_id, row.kind as ReactionKind])) };
}
