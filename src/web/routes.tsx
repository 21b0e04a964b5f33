import { Navigate, Outlet, type RouteObject } from 'react-router';
import { OLD_PARTS } from '#shared/contract/product.parts.ts';
import { isSignedIn } from './api/session.ts';
import { LoginPage } from './auth/LoginPage.tsx';
import { SignedIn } from './auth/SignedIn.tsx';
import { ErrorPage, NotFoundPage } from './layout/ErrorPage.tsx';
import { PRODUCT_TABS } from './product.tabs.ts';
import type { BulkProps } from './products/bulk.ts';
import { MovedPart } from './products/MovedPart.tsx';
import { later } from './ui/later.tsx';
import { screen } from './ui/screen.ts';

// Each screen runs when it is first opened; the files of the others follow once the first one is there (`preloadScreens`).
const Shell = screen(() => import('./layout/Shell.tsx'), 'Shell');
const RegisterPage = screen(() => import('./auth/RegisterPage.tsx'), 'RegisterPage');
const DashboardPage = screen(() => import('./dashboard/DashboardPage.tsx'), 'DashboardPage');
const DeadlinesPage = screen(() => import('./deadlines/DeadlinesPage.tsx'), 'DeadlinesPage');
const ProductsPage = screen(() => import('./products/ProductsPage.tsx'), 'ProductsPage');
const ProductPage = screen(() => import('./products/ProductPage.tsx'), 'ProductPage');
const ProductTypesPage = screen(() => import('./products/ProductTypesPage.tsx'), 'ProductTypesPage');
const ProductFormPage = screen(() => import('./products/ProductFormPage.tsx'), 'ProductFormPage');
const MaterialsPage = screen(() => import('./materials/MaterialsPage.tsx'), 'MaterialsPage');
const RequestsPage = screen(() => import('./requests/RequestsPage.tsx'), 'RequestsPage');
const GuestPage = screen(() => import('./guests/GuestPage.tsx'), 'GuestPage');
const SubstancesPage = screen(() => import('./substances/SubstancesPage.tsx'), 'SubstancesPage');
const RegulationPage = screen(() => import('./regulation/RegulationPage.tsx'), 'RegulationPage');
const TemplatesPage = screen(() => import('./templates/TemplatesPage.tsx'), 'TemplatesPage');
const TemplatePage = screen(() => import('./templates/TemplatePage.tsx'), 'TemplatePage');
const TagsPage = screen(() => import('./templates/TagsPage.tsx'), 'TagsPage');
const GenerationPage = screen(() => import('./generations/GenerationPage.tsx'), 'GenerationPage');
const DipsPage = screen(() => import('./generations/DipsPage.tsx'), 'DipsPage');
const DipPage = screen(() => import('./generations/DipPage.tsx'), 'DipPage');
const MaybeShell = screen(() => import('./layout/MaybeShell.tsx'), 'MaybeShell');
const MenusPage = screen(() => import('./menus/MenusPage.tsx'), 'MenusPage');
const DossiersPage = screen(() => import('./dossiers/DossiersPage.tsx'), 'DossiersPage');
const VerifyPage = screen(() => import('./dossiers/VerifyPage.tsx'), 'VerifyPage');
const UsersPage = screen(() => import('./users/UsersPage.tsx'), 'UsersPage');
const LogsPage = screen(() => import('./audit/LogsPage.tsx'), 'LogsPage');
const AutomationPage = screen(() => import('./automation/AutomationPage.tsx'), 'AutomationPage');
const BatchPage = screen(() => import('./batches/BatchPage.tsx'), 'BatchPage');
const ImportPage = screen(() => import('./imports/ImportPage.tsx'), 'ImportPage');
const ReviewChip = screen<'ReviewChip', { productId: string }>(() => import('./reviews/ReviewChip.tsx'), 'ReviewChip');
const BulkButtons = later<'BulkButtons', BulkProps>(() => import('./batches/BulkButtons.tsx'), 'BulkButtons');
const AccountPage = screen(() => import('./auth/AccountPage.tsx'), 'AccountPage');
const NewPasswordPage = screen(() => import('./auth/NewPasswordPage.tsx'), 'NewPasswordPage');
const FactorPage = screen(() => import('./auth/FactorPage.tsx'), 'FactorPage');
const LinkPage = screen(() => import('./auth/LinkPage.tsx'), 'LinkPage');
const DrivePage = screen(() => import('./drive/DrivePage.tsx'), 'DrivePage');

/** Who is signed in arrives at work. */
const Home = () => <Navigate to={isSignedIn() ? '/dashboard' : '/login'} replace />;

export const routes: RouteObject[] = [
  {
    element: <Outlet />,
    errorElement: <ErrorPage />,
    children: [
      { path: '/', element: <Home /> },
      { path: '/login', element: <LoginPage /> },
      { path: '/register', element: <RegisterPage /> },
      { path: '/password', element: <NewPasswordPage /> },
      { path: '/link', element: <LinkPage /> },
      { path: '/second-factor', element: <FactorPage /> },
      { path: '/invite', element: <GuestPage /> },
      {
        element: <MaybeShell />,
        children: [
          { path: '/menus', element: <MenusPage /> },
          { path: '/verify', element: <VerifyPage /> },
        ],
      },
      {
        element: (
          <SignedIn>
            <Shell />
          </SignedIn>
        ),
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              { path: '/dashboard', element: <DashboardPage /> },
              { path: '/deadlines', element: <DeadlinesPage /> },
              { path: '/products', element: <ProductsPage bulk={BulkButtons} /> },
              { path: '/products/new', element: <ProductFormPage /> },
              { path: '/products/types', element: <ProductTypesPage /> },
              { path: '/new-dip', element: <ProductFormPage /> },
              {
                path: '/products/:id',
                element: <ProductPage tabs={PRODUCT_TABS} mark={ReviewChip} />,
                children: [
                  ...PRODUCT_TABS.map(({ path, page: Tab }) =>
                    path === '' ? { index: true, element: <Tab /> } : { path, element: <Tab /> },
                  ),
                  ...Object.entries(OLD_PARTS).map(([path, part]) => ({ path, element: <MovedPart part={part} /> })),
                ],
              },
              { path: '/products/:id/edit', element: <ProductFormPage /> },
              { path: '/materials', element: <MaterialsPage /> },
              { path: '/requests', element: <RequestsPage /> },
              { path: '/substances', element: <SubstancesPage /> },
              { path: '/regulation', element: <RegulationPage /> },
              { path: '/templates', element: <TemplatesPage /> },
              { path: '/templates/balises', element: <TagsPage /> },
              { path: '/templates/:id', element: <TemplatePage /> },
              { path: '/generation', element: <GenerationPage /> },
              { path: '/dips', element: <DipsPage /> },
              { path: '/dips/:id', element: <DipPage /> },
              { path: '/dossiers', element: <DossiersPage /> },
              { path: '/drive', element: <DrivePage /> },
              { path: '/users', element: <UsersPage /> },
              { path: '/logs', element: <LogsPage /> },
              { path: '/automation', element: <AutomationPage /> },
              { path: '/automation/batches/:id', element: <BatchPage /> },
              { path: '/automation/imports/:id', element: <ImportPage /> },
              { path: '/account', element: <AccountPage /> },
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
];
