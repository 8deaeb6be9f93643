struct Order {
    gateway: Gateway,
    notes: Vec<String>,
    total: u64,
}
const _: () = {
    #[derive(::mainstay::__private::serde::Serialize)]
    #[serde(
        crate = "::mainstay::__private::serde",
        bound = "for<'b> Vec<String>: ::mainstay::__private::KeptField<'b>, for<'b> u64: ::mainstay::__private::KeptField<'b>"
    )]
    struct Snapshot<'a> {
        notes: &'a Vec<String>,
        total: &'a u64,
    }
    #[derive(::mainstay::__private::serde::Deserialize)]
    #[serde(
        crate = "::mainstay::__private::serde",
        bound = "for<'b> Vec<String>: ::mainstay::__private::KeptField<'b>, for<'b> u64: ::mainstay::__private::KeptField<'b>"
    )]
    pub struct Restored {
        notes: Vec<String>,
        total: u64,
    }
    #[automatically_derived]
    impl ::mainstay::entity::SnapshotOf<Order> for Restored
    where
        for<'b> Vec<String>: ::mainstay::__private::KeptField<'b>,
        for<'b> u64: ::mainstay::__private::KeptField<'b>,
    {
        const FIELDS: &'static [::mainstay::entity::Field] = &[
            ::mainstay::entity::Field::new("notes", "Vec<String>", ""),
            ::mainstay::entity::Field::new("total", "u64", ""),
        ];
        fn take(
            actor: &Order,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            ::mainstay::entity::encode_state(
                &Snapshot {
                    notes: &actor.notes,
                    total: &actor.total,
                },
            )
        }
        fn put_back(
            mut actor: Order,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Order, ::mainstay::entity::DecodeError> {
            let Restored { notes, total } = ::mainstay::entity::decode_state(snapshot)?;
            actor.notes = notes;
            actor.total = total;
            ::core::result::Result::Ok(actor)
        }
    }
    #[automatically_derived]
    #[doc(hidden)]
    impl ::mainstay::fsm::FsmOf<m::OrderState> for Order {
        const SNAPSHOTS: ::mainstay::fsm::Snapshots<Self, m::OrderState> = ::mainstay::fsm::Snapshots::of::<
            Restored,
        >(::core::option::Option::Some(1_000), 2);
    }
};
