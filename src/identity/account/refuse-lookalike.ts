import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** A name that somebody wants, for themselves or for a page of theirs. */
interface WantedName {
  text: string;
  /** The field that a refusal names. */
  field: string;
  /** A person's own name, which others may have as well: only what is spelled otherwise and looks the same is refused. */
  isOwnName?: boolean;
}

/**
 * Refuses a name that may be mistaken for that of a person or a page whom the operators verified. What one owner has may look
 * alike.
 */
export async function refuseLookalike(
  { db }: Pick<App, 'db'>,
  { text, field, isOwnName = false }: WantedName,
  ownerId?: string,
): Promise<void> {
  const { rows } = await sql<{ kind: string }>`
    select kind from identity.verified_name
    where skeleton = identity.name_skeleton(${text}) and skeleton <> ''
      and (${ownerId ?? null}::bigint is null or owner_id <> ${ownerId ?? null}::bigint)
      and not (${isOwnName}::boolean and kind = 'person' and name = lower(translate(${text}, ' ._', '')))
    limit 1`.execute(db);
  const [found] = rows;
  if (found)
    throw new Problem(
      'conflict',
      t(
        '{kind, select, page {This name is too similar to a verified page} other {This name is too similar to a verified person}}',
        { kind: found.kind },
      ),
      {
        field,
      },
    );
}
