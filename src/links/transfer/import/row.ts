import { t } from '../../../kernel/translation/translate.ts';
import type { ShortAddress } from './cells.ts';

/** A row of a file: what each of its columns says. */
export type Cells = Readonly<Record<string, string>>;

/** What can be said of a link in a file, as text, in the words that a person chooses columns by. */
export const fieldNames = () =>
  ({
    url: 'Destination URL',
    alias: t('Alias'),
    domain: t('Domain'),
    title: t('Title'),
    description: t('Note'),
    tags: t('Tags'),
    channels: t('Channels'),
    campaign: t('Campaign'),
    visibility: t('Public or private'),
    expiry: t('Expires'),
    clickLimit: t('Click limit'),
    password: t('Password'),
    created: t('Made'),
    clicks: t('Total clicks'),
  }) as const;
export type FieldName = keyof ReturnType<typeof fieldNames>;

/** A link as a file has it; nothing of it is checked yet. */
export type ImportedLink = Partial<Record<FieldName, string>> & {
  /** The domain is another service's: it is taken when it is one of the owner's, and omitted otherwise. */
  isForeign?: boolean;
  /** It asks for a password that the file does not have. */
  isLocked?: boolean;
  isOff?: boolean;
  /** Further short addresses of the same link: each becomes a link of its own. */
  others?: readonly ShortAddress[];
  /** What only files of our own have, by the names of their columns. */
  delivery?: Cells;
};
