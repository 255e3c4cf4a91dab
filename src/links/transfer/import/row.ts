import { t } from '../../../kernel/translation/translate.ts';
import type { ShortAddress } from './cells.ts';

/** A row of a file: values by column. */
export type Cells = Readonly<Record<string, string>>;

/** Fields of a link in a file, with labels for the mapping form. */
export const fieldNames = () =>
  ({
    url: t('Destination URL'),
    alias: t('Alias'),
    domain: t('Domain'),
    title: t('Title'),
    description: t('Note'),
    tags: t('Tags'),
    channels: t('Channels'),
    campaign: t('Campaign'),
    visibility: t('Visibility'),
    expiry: t('Expires'),
    clickLimit: t('Click limit'),
    password: t('Password'),
    created: t('Created'),
    clicks: t('Total clicks'),
  }) as const;
export type FieldName = keyof ReturnType<typeof fieldNames>;

/** A link in a file, not yet validated. */
export type ImportedLink = Partial<Record<FieldName, string>> & {
  /** Whether the domain belongs to another service. It is used if the owner has it, and ignored otherwise. */
  isForeign?: boolean;
  /** Whether the link requires a password that is not in the file. */
  isLocked?: boolean;
  isOff?: boolean;
  /** Additional short URLs of the link. Each becomes a separate link. */
  others?: readonly ShortAddress[];
  /** Delivery options, which only Hop exports have, by column name. */
  delivery?: Cells;
};
