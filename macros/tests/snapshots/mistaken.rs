impl Account {
    pub fn lend(&self, name: &str) -> &str {
        name
    }
    pub unsafe fn pay((a, b): (u8, u8)) {}
    pub fn right(&self) {}
}
/// Handle to a running `Account`.
pub struct AccountRef(::mainstay::actor::ActorRef<Account>);
const _: () = {
    #[automatically_derived]
    impl AccountRef {
        #[allow(unused_variables, dead_code)]
        pub fn lend(
            &self,
            name: &str,
        ) -> ::mainstay::call::Call<'_, Account, ::mainstay::__private::Unsound> {
            ::core::unreachable!()
        }
        #[allow(unused_variables, dead_code)]
        pub fn pay(
            &self,
            arg0: (u8, u8),
        ) -> ::mainstay::call::Call<'_, Account, ::mainstay::__private::Unsound> {
            ::core::unreachable!()
        }
        /// Calls `Account::right`.
        pub fn right(
            &self,
        ) -> ::mainstay::call::Call<
            '_,
            Account,
            impl ::mainstay::call::Request<
                Account,
                Reply = (),
                Error = ::core::convert::Infallible,
            >,
        > {
            self.0.call(Right {})
        }
    }
    #[automatically_derived]
    impl ::mainstay::actor::Handle<Account> for AccountRef {
        fn from_ref(actor: ::mainstay::actor::ActorRef<Account>) -> Self {
            Self(actor)
        }
        fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Account> {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for AccountRef {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for AccountRef {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("AccountRef").field(&self.0).finish()
        }
    }
    struct Right {}
    #[automatically_derived]
    impl ::mainstay::call::Request<Account> for Right {
        type Reply = ();
        type Error = ::core::convert::Infallible;
        fn into_message(
            self,
            port: ::mainstay::call::Port<(), ::core::convert::Infallible>,
        ) -> Inbox {
            Inbox::Right(self, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum Inbox {
        Right(Right, ::mainstay::call::Port<(), ::core::convert::Infallible>),
    }
    #[allow(private_interfaces)]
    pub enum Later {}
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Account {}
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Account {
        type Handle = AccountRef;
        type Message = Inbox;
        type Id = ();
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match *message {
                Inbox::Right(..) => "right",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::actor::Dispatch for Account {
        type Later = Later;
        type State = ();
        fn initial(&mut self, _: &mut ::mainstay::actor::Context<Self>) {}
        fn dispatch(
            &mut self,
            _: &mut (),
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::core::option::Option<Later> {
            match message {
                Inbox::Right(Right {}, port) => {
                    port.answer(|| ::core::result::Result::Ok(<Account>::right(self)));
                    ::core::option::Option::None
                }
            }
        }
        async fn dispatch_later(
            &mut self,
            _: &mut (),
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) {
            match message {}
        }
    }
};
::core::compile_error! {
    "`#[handlers]` has no option `mailbox`\nhelp: the only option is `crate`\nsee:  mainstay::guide::errors#unknown_option"
}
::core::compile_error! {
    "`#[handler]` makes no handler and no hook\nhelp: did you mean `#[handle]`?\nsee:  mainstay::guide::errors#near_miss_attribute"
}
::core::compile_error! {
    "a message outlives the call, so `&str` cannot be sent\nhelp: take `name: String`\nsee:  mainstay::guide::errors#borrowed_argument"
}
::core::compile_error! {
    "a reply leaves the actor, so `&str` cannot be one\nhelp: return `String`\nsee:  mainstay::guide::errors#borrowed_reply"
}
::core::compile_error! {
    "a handler cannot be `unsafe`\nhelp: a handler is a `fn` or an `async fn`\nsee:  mainstay::guide::errors#modified_function"
}
::core::compile_error! {
    "a handler takes `&self` or `&mut self`\nhelp: write `fn pay(&mut self, ..)`, or take `#[handle]` away\nsee:  mainstay::guide::errors#handler_without_self"
}
::core::compile_error! {
    "an argument of a handler is a name: callers see it\nhelp: take `name: (u8, u8)`, and take it apart in the body\nsee:  mainstay::guide::errors#pattern_argument"
}
