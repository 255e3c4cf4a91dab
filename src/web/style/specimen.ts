import type { Html } from '../html.ts';

interface Specimen {
  /** Name of the component's function. */
  name: string;
  what: string;
  shown: Html;
}

export interface SpecimenGroup {
  id: string;
  title: string;
  specimens: readonly Specimen[];
}
