import { lazy } from 'react';
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import { SignedIn } from './auth/account.tsx';
import { LoginPage } from './auth/LoginPage.tsx';
import { RegisterPage } from './auth/RegisterPage.tsx';
import { ErrorPage, NotFoundPage } from './layout/ErrorPage.tsx';

// Each screen comes when it is first opened.
const Shell = lazy(async () => ({ default: (await import('./layout/Shell.tsx')).Shell }));
const DashboardPage = lazy(async () => ({ default: (await import('./dashboard/DashboardPage.tsx')).DashboardPage }));
const ProductsPage = lazy(async () => ({ default: (await import('./products/ProductsPage.tsx')).ProductsPage }));
const ProductPage = lazy(async () => ({ default: (await import('./products/ProductPage.tsx')).ProductPage }));
const ProductFormPage = lazy(async () => ({
  default: (await import('./products/ProductFormPage.tsx')).ProductFormPage,
}));
const TemplatesPage = lazy(async () => ({ default: (await import('./templates/TemplatesPage.tsx')).TemplatesPage }));
const GenerationPage = lazy(async () => ({
  default: (await import('./generations/GenerationPage.tsx')).GenerationPage,
}));
const DipsPage = lazy(async () => ({ default: (await import('./generations/DipsPage.tsx')).DipsPage }));
const MaybeShell = lazy(async () => ({ default: (await import('./layout/MaybeShell.tsx')).MaybeShell }));
const MenusPage = lazy(async () => ({ default: (await import('./menus/MenusPage.tsx')).MenusPage }));
const UsersPage = lazy(async () => ({ default: (await import('./users/UsersPage.tsx')).UsersPage }));
const LogsPage = lazy(async () => ({ default: (await import('./audit/LogsPage.tsx')).LogsPage }));
const AutomationPage = lazy(async () => ({
  default: (await import('./automation/AutomationPage.tsx')).AutomationPage,
}));
const AccountPage = lazy(async () => ({ default: (await import('./auth/AccountPage.tsx')).AccountPage }));
const DrivePage = lazy(async () => ({ default: (await import('./drive/DrivePage.tsx')).DrivePage }));

export const router = createBrowserRouter([
  {
    element: <Outlet />,
    errorElement: <ErrorPage />,
    children: [
      { path: '/', element: <Navigate to="/login" replace /> },
      { path: '/login', element: <LoginPage /> },
      { path: '/register', element: <RegisterPage /> },
      { element: <MaybeShell />, children: [{ path: '/menus', element: <MenusPage /> }] },
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
              { path: '/products', element: <ProductsPage /> },
              { path: '/products/new', element: <ProductFormPage key="new" /> },
              { path: '/new-dip', element: <ProductFormPage key="new" /> },
              { path: '/products/:id', element: <ProductPage /> },
              { path: '/products/:id/edit', element: <ProductFormPage key="edit" /> },
              { path: '/templates', element: <TemplatesPage /> },
              { path: '/generation', element: <GenerationPage /> },
              { path: '/dips', element: <DipsPage /> },
              { path: '/drive', element: <DrivePage /> },
              { path: '/users', element: <UsersPage /> },
              { path: '/logs', element: <LogsPage /> },
              { path: '/automation', element: <AutomationPage /> },
              { path: '/account', element: <AccountPage /> },
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
]);
