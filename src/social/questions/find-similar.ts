import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { visiblePosts } from '../posts/visible.ts';
import type { Question } from './question.ts';
import { readQuestions } from './read-questions.ts';

const mostSimilar = 5;
/** Of so many that have words in common, the best are chosen. */
const mostCandidates = 500;

/** Questions like the one somebody is about to ask: first those with all its words, then those with some in their title. */
export async function findSimilar(
  app: App,
  viewer: Viewer | undefined,
  title: string,
  except?: string,
): Promise<Question[]> {
  const all = sql`plainto_tsquery('english', ${title})`;
  const some = sql`nullif(replace(${all}::text, ' & ', ':A | ') || ':A', ':A')::tsquery`;
  const ids = await find(app, viewer, all, except);
  if (ids.length < mostSimilar) ids.push(...(await find(app, viewer, some, except)));
  return readQuestions(app, viewer, [...new Set(ids)].slice(0, mostSimilar));
}

async function find(
  app: App,
  viewer: Viewer | undefined,
  query: RawBuilder<unknown>,
  except: string | undefined,
): Promise<string[]> {
  const rows = await app.db
    .selectFrom(
      visiblePosts(app.db, viewer)
        .where('post.kind', '=', 'question')
        .where('post.held_at', 'is', null)
        .where(sql<SqlBool>`post.search @@ ${query}`)
        .$if(except !== undefined, (posts) => posts.where('post.id', '!=', except ?? ''))
        .orderBy('post.id', 'desc')
        .limit(mostCandidates)
        .select(['post.id', 'post.search'])
        .as('candidate'),
    )
    .orderBy(sql`ts_rank('{0.05, 0.1, 0.2, 1}', candidate.search, ${query})`, 'desc')
    .orderBy('candidate.id', 'desc')
    .limit(mostSimilar)
    .select('candidate.id')
    .execute();
  return rows.map(({ id }) => id);
}
