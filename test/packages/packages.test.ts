// One file, since both suites build the packages into the same folders.
import './cli.ts';
import './sdk.ts';
