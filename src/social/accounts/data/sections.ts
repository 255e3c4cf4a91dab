import type { App } from '../../../platform/app.ts';
import type { ArchiveSection } from '../../../platform/archive/section.ts';
import { actionSections } from './action-sections.ts';
import { chatSections } from './chat-sections.ts';
import { peopleSections } from './people-sections.ts';
import { walletSections } from './wallet-sections.ts';
import { writtenSections } from './written-sections.ts';

/** Sections of a person's data archive. Excludes confidential statements by others and internal data. */
export const plazaSections = ({ config }: App, accountId: string): ArchiveSection[] => [
  ...writtenSections(config.plazaUrl, accountId),
  ...actionSections(config.plazaUrl, accountId),
  ...chatSections(config.plazaUrl, accountId),
  ...peopleSections(config.plazaUrl, accountId),
  ...walletSections(config, accountId),
];
