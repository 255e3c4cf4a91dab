import type { ExportedService } from '../../../identity/exports/service.ts';
import { plazaSections } from './sections.ts';

export const plazaExport: ExportedService = {
  name: 'Plaza',
  schema: 'social',
  oneAtATime: 'data_export_being_made',
  pageOf: ({ config }) => `${config.plazaUrl}/settings/data`,
  sections: plazaSections,
};
