import type { Html } from '../html.ts';

interface Specimen {
  /** The function that makes it. */
  name: string;
  what: string;
  shown: Html;
}

export interface SpecimenGroup {
  id: string;
  title: string;
  specimens: readonly Specimen[];
}
