// Loads the operator's folder as event-builder does and names all its faults: for the CI of whoever keeps the folder.
import { loadCarrierFiles, SHIPPED_CARRIERS } from './carriers/carrier-mappings.provider.js';
import { OperatorFileFault } from './carriers/operator-file.js';

const FAULTY = 1;
const folder = process.argv[2] ?? (process.env.CARRIERS_DIR || SHIPPED_CARRIERS);

process.exitCode = check();

function check(): number {
  try {
    const { mappings, couriers, warehouses, clients } = loadCarrierFiles(folder);
    const counts = `${mappings.size} mappings, ${couriers.size} couriers, ${warehouses.length} warehouses, ${clients.size} clients`;
    process.stdout.write(`${folder} can be used: ${counts}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof OperatorFileFault)) throw error;
    const { faults } = error;
    process.stderr.write(`${faults.join('\n')}\n${folder} has ${faults.length} fault${faults.length === 1 ? '' : 's'}\n`);
    return FAULTY;
  }
}
