// Builds build/ from the sources, unless they have not changed: docs/decisions/0018-one-bundle.md.
import { ensureBuild } from './build/ensure-build.ts';

await ensureBuild();
