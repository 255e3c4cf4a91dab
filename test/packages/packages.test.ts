// One file, since all suites build the packages into the same folders.
import './cli.ts';
import './runtimes.ts';
import './sdk.ts';
