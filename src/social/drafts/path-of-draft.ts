import type { Draft } from './draft.ts';

/** The URL to continue a draft. */
export function pathOfDraft({ id, kind }: Pick<Draft, 'id' | 'kind'>): string {
  switch (kind) {
    case 'post':
      return `/drafts/${id}`;
    case 'article':
      return `/articles/new?draft=${id}`;
  }
}
