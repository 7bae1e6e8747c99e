import { registry } from '../src/kit/observe/meters';

// test files share the modules of their process: each begins with figures of its own
registry.resetMetrics();
