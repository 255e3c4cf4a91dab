import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** A requested name of an account or a page. */
interface WantedName {
  text: string;
  /** The field named in the error. */
  field: string;
  /**
   * Whether this is a person's own name, which others may share. An identical name is allowed; one that only
   * looks the same is rejected.
   */
  isOwnName?: boolean;
}

/**
 * Rejects a name that could be mistaken for that of a verified person or page. Names of the same owner may
 * look alike.
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
