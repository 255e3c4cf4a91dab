import type { ArchiveSection } from './archive/section.ts';
import type { App } from './app.ts';
import type { NavigationEntry } from '../web/navigation.ts';
import type { Endpoint, Page } from './http/endpoint.ts';
import type { Job } from './jobs/jobs.ts';

/**
 * The parts that a feature adds to its service, declared in `<feature>/feature.ts`. A service is a list of
 * features. Their order is the order in navigation and documents.
 */
export interface Feature {
  /** Operations of the service's API. */
  routes?: readonly Endpoint[];
  /** Operations that receive the raw body and report its errors themselves. */
  textRoutes?: readonly Endpoint[];
  /** Operations that respond with the bare body, as OAuth 2.0 and citations do. */
  bareRoutes?: readonly Endpoint[];
  pages?: readonly Page[];
  jobs?: readonly Job[];
  navigation?: readonly NavigationEntry[];
  /** Sections of an account's data export. */
  archive?: (app: App, accountId: string) => readonly ArchiveSection[];
}

type Parts = Omit<Required<Feature>, 'archive'>;

/** Collects one part from all features that have it, in their order. */
export const collect = <Part extends keyof Parts>(
  features: readonly Feature[],
  part: Part,
): Parts[Part][number][] => features.flatMap((feature): Parts[Part][number][] => [...(feature[part] ?? [])]);
