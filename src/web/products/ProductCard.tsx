import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ProductSummary } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { STATUS_LABELS } from '#shared/products/product.status.ts';
import { sayCounts } from '../findings/finding.counts.ts';
import { TWO_LINES } from '../ui/lines.ts';

/** The name a product is sold under, or what it is called until then; the way to its home, in a tab of its own if wanted. */
export function NameLink({ row }: { row: ProductSummary }) {
  const link = (
    <MuiLink
      component={Link}
      to={`/products/${row.id}`}
      color={row.nom_commercial ? 'textPrimary' : 'textSecondary'}
      underline="hover"
      title={productLabel(row)}
      onClick={(event) => event.stopPropagation()}
      // There is one in each row: no style sheet is made for it.
      style={{ ...TWO_LINES, fontWeight: 600, WebkitLineClamp: row.example ? 1 : 2 }}
    >
      {productLabel(row)}
    </MuiLink>
  );
  if (!row.example) return link;
  return (
    <span style={{ minWidth: 0, lineHeight: 1.2 }}>
      {link}
      <span style={{ fontSize: '0.74rem', color: 'var(--mui-palette-text-secondary)' }}>Exemple</span>
    </span>
  );
}

/** A product on a telephone: its name, whose it is, how far it is. */
export function ProductCard({ row, actions }: { row: ProductSummary; actions: ReactNode }) {
  const facts = [row.nom_client, row.marque, row.ref_formule].filter(Boolean).join(' · ');
  return (
    <>
      <NameLink row={row} />
      {facts && (
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
          {facts}
        </Typography>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5 }}>
        <Chip
          size="small"
          color={row.status === 'VALIDATED' ? 'success' : 'default'}
          label={STATUS_LABELS[row.status]}
        />
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem', flexGrow: 1 }}>
          {`${row.progression}\u00a0%`}
          {row.control_covered === null ? '' : `, points : ${row.control_covered}\u00a0/\u00a0${row.control_total}`}
        </Typography>
        {actions}
      </Box>
      {row.findings && row.findings.rouge + row.findings.orange > 0 && (
        <Typography color={row.findings.rouge > 0 ? 'error' : 'warning'} sx={{ fontSize: '0.85rem' }}>
          {sayCounts(row.findings)}
        </Typography>
      )}
    </>
  );
}
