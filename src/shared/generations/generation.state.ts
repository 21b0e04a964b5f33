import type { Generation } from './generation.contract.ts';

export const isSealed = (row: { status: Generation['status'] }): boolean => row.status === 'success';
