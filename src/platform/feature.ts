import type { ArchiveSection } from './archive/section.ts';
import type { App } from './app.ts';
import type { NavigationEntry } from '../web/navigation.ts';
import type { Endpoint, Page } from './http/endpoint.ts';
import type { Job } from './jobs.ts';

/**
 * What a feature adds to its service, declared in `<feature>/feature.ts`. A service is a list of these; the order of the list
 * is the order in which navigation and documents show them.
 */
export interface Feature {
  /** Operations of the service's API. */
  routes?: readonly Endpoint[];
  /** Operations that are given the body as it was sent, and say themselves what is wrong with it. */
  textRoutes?: readonly Endpoint[];
  /** Operations whose answers are the bare body, as OAuth 2.0 and citations have them. */
  bareRoutes?: readonly Endpoint[];
  pages?: readonly Page[];
  jobs?: readonly Job[];
  navigation?: readonly NavigationEntry[];
  /** The section of an account's data export. */
  archive?: (app: App, accountId: string) => readonly ArchiveSection[];
}

type Parts = Omit<Required<Feature>, 'archive'>;

/** One part of every feature that has it, in the order of the features. */
export const collect = <Part extends keyof Parts>(
  features: readonly Feature[],
  part: Part,
): Parts[Part][number][] => features.flatMap((feature): Parts[Part][number][] => [...(feature[part] ?? [])]);
