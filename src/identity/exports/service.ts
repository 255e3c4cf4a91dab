import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';
import type { Archive } from '../../platform/archive/write-archive.ts';

/** A service whose data can be downloaded. */
export interface ExportedService {
  /** "Plaza" */
  name: string;
  /** Where its tables are; exports are noted in `data_export`. */
  schema: string;
  /** The constraint that one account has one at a time in the making. */
  oneAtATime: string;
  /** The page with the download. */
  pageOf: (app: Pick<App, 'config'>) => string;
  sections: (app: App, accountId: string) => readonly ArchiveSection[];
  /** Other files of the archive. */
  others?: (accountId: string) => NonNullable<Archive['others']>;
}

export const exportLasts = days(7);
