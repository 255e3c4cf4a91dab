import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';
import type { Archive } from '../../platform/archive/write-archive.ts';

/** A service whose data can be downloaded. */
export interface ExportedService {
  /** Such as "Plaza". */
  name: string;
  /** The schema of its tables. Exports are stored in its table `data_export`. */
  schema: string;
  /** The constraint that allows one pending export per account. */
  oneAtATime: string;
  /** The URL of the download page. */
  pageOf: (app: Pick<App, 'config'>) => string;
  sections: (app: App, accountId: string) => readonly ArchiveSection[];
  /** Additional files in the archive. */
  others?: (accountId: string) => NonNullable<Archive['others']>;
}

export const exportLasts = days(7);
